"""The key that signs settings and log, for commands that run beside the app."""

from __future__ import annotations

from pathlib import Path

import msgspec

from toolguard.gate.texts import coded
from toolguard.store.config.seals import (
    KeyFile,
    KeyFilePermissionError,
    LogProof,
    Reason,
    Seals,
    StoredSeal,
    Where,
    keyring_name,
)
from toolguard.store.keychain import Keychain, KeychainError


class ProofLookup(msgspec.Struct, frozen=True, kw_only=True):
    """The key. ``unknown`` says why the key or the keyring's entry for the log is not known, or is empty."""

    kept: StoredSeal | None = None
    proof: LogProof
    where: Where = "keyring"
    unknown: str = ""
    answered: bool = True
    """Whether the keyring answered, or there is none."""
    reason: Reason = ""
    """Why the key is not accepted, if known."""


async def find_proof(home: Path, timeout: float) -> ProofLookup:
    """Return what the keyring has, or the key file if there is no keyring. ``timeout`` is in seconds."""
    keychain = Keychain(timeout=timeout)
    seals = Seals(home)
    try:
        noted = await keychain.anchor_get(keyring_name(home))
        stored_seal = StoredSeal.read(await keychain.settings_key_get(seals.place.decode()))
        unknown = "" if noted else coded("services.keyring_no_note_newest")
        return ProofLookup(kept=stored_seal, proof=LogProof.of(home, stored_seal, noted), unknown=unknown)
    except KeychainError as why:
        nothing = LogProof.of(home, None, None)
        seal = seals.read()
        if why.state != "none":
            return ProofLookup(proof=nothing, unknown=str(why), answered=False)
        if seal is not None and seal.where == "keyring":
            return ProofLookup(proof=nothing, unknown=str(why), reason="no keyring")
        try:
            stored_seal = KeyFile(home).read()
        except KeyFilePermissionError:
            return ProofLookup(proof=nothing, where="file", unknown=str(why), reason="open key")
        return ProofLookup(kept=stored_seal, proof=LogProof.of(home, stored_seal, None), where="file", unknown=str(why))
    finally:
        keychain.close()
