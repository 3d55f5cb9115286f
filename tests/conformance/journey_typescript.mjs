// The scripted conversation by the TypeScript SDK's client, which knows the handshake only:
// journey_typescript.mjs URL, or journey_typescript.mjs PROGRAM ARGUMENT… Each step's outcome is printed.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";

const [target, ...args] = process.argv.slice(2);
const overHttp = target.startsWith("http:");
const transport = overHttp
  ? new StreamableHTTPClientTransport(new URL(target))
  : new StdioClientTransport({ command: target, args });
const client = new Client(
  { name: "journey", version: "1" },
  { capabilities: { sampling: {}, elicitation: {}, roots: { listChanged: true } } },
);
client.setRequestHandler(CreateMessageRequestSchema, () => ({
  role: "assistant", model: "m", content: { type: "text", text: "sampled" },
}));
client.setRequestHandler(ElicitRequestSchema, () => ({
  action: "accept", content: { response: "yes", username: "u", email: "a@example.org" },
}));
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [] }));

const call = (name, given = {}, options = undefined) => client.callTool({ name, arguments: given }, undefined, options);
const steps = [
  () => client.listTools(),
  () => client.ping(),
  () => client.setLoggingLevel("debug"),
  () => call("test_simple_text"),
  () => call("test_image_content"),
  () => call("test_multiple_content_types"),
  () => call("test_error_handling"),
  () => call("no_such_tool", { b: "\u2028 日本", c: 0.1 }),
  () => call("test_tool_with_progress", {}, { onprogress: () => {} }),
  () => call("test_tool_with_logging"),
  () => call("test_sampling", { prompt: "?" }),
  () => call("test_elicitation", { message: "?" }),
  () => client.listResources(),
  () => client.listResourceTemplates(),
  () => client.readResource({ uri: "test://static-text" }),
  () => client.readResource({ uri: "test://nothing" }),
  () => client.subscribeResource({ uri: "test://watched-resource" }),
  () => client.unsubscribeResource({ uri: "test://watched-resource" }),
  () => client.listPrompts(),
  () => client.getPrompt({ name: "test_prompt_with_arguments", arguments: { arg1: "1", arg2: "ü" } }),
  () => client.getPrompt({ name: "nothing" }),
  () => client.complete({
    ref: { type: "ref/prompt", name: "test_prompt_with_arguments" }, argument: { name: "arg1", value: "t" },
  }),
  () => call("test_reconnection"),
  () => client.sendRootsListChanged(),
  () => client.ping(),
];

await client.connect(transport);
for (const step of steps) {
  try {
    console.log(JSON.stringify(await step()));
  } catch (problem) {
    console.log(`${problem.code} ${problem.message}`);
  }
}
if (overHttp) await transport.terminateSession();
await client.close();
