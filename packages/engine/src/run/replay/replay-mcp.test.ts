import { type CalledAgents, type GraphDocument, ReplaySettings } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { expect, onTestFinished, test } from 'vitest'
import { createEgress } from '../../egress/egress.ts'
import { createSandbox } from '../../sandbox/sandbox.ts'
import { graph } from '../../testing/documents.ts'
import { everythingOverStdio } from '../../testing/mcp-everything.ts'
import { type Recorded, runRequest, startHarness } from '../../testing/run-harness.ts'
import type { McpServerSpec } from '../../tools/mcp/mcp-server.ts'
import { createMcpSessions } from '../../tools/mcp/sessions.ts'
import { defineTool } from '../../tools/stored/define-tool.ts'

/** The echo tool of a server. Its sessions end with the test. */
function echoOf(server: McpServerSpec) {
  const [egress, sandbox] = [createEgress(), createSandbox()]
  const mcp = createMcpSessions({ egress, allow: [], maxBytes: 1_000_000 })
  onTestFinished(async () => {
    await mcp.close()
    await Promise.all([egress.close(), sandbox.close()])
  })
  const limits = {
    toolRetries: 0,
    toolResponseBytes: 1_000_000,
    toolTimeoutMs: 30_000,
    providerMaxBackoffMs: 5,
    providerTimeoutMs: 5_000,
    mediaBytes: 1_000_000,
  }
  return defineTool(
    {
      name: 'echo',
      description: 'Says it again',
      schema: { type: 'object', properties: { message: { type: 'string' } } },
      effect: 'write',
      config: { kind: 'mcp', server: server.name, tool: 'echo', digest: '' },
      revision: '1',
      secrets: () => ({ headers: {}, query: {} }),
      mcpServer: server,
    },
    { egress, sandbox, mcp, sqlFiles: [], allow: [], limits },
  )
}

const echoing = graph({
  nodes: {
    say: {
      kind: 'tool',
      tool: 'echo',
      args: { message: { template: 'On {{topic}}' } },
      writes: 'text',
    },
  },
  edges: ['start > say', 'say > end'],
})

const delegating = graph({
  nodes: {
    delegate: {
      kind: 'agent-call',
      agent: 'speaker',
      input: { topic: { expression: 'topic' } },
      output: { text: 'text' },
    },
  },
  edges: ['start > delegate', 'delegate > end'],
})

const calledAgents: CalledAgents = {
  speaker: {
    agent: 'speaker',
    name: 'Speaker',
    version: 2,
    hash: hashDocument(echoing),
    document: echoing,
  },
}

const toolCalls = ({ exchanges }: Recorded) => exchanges.filter(({ kind }) => kind === 'tool')

const GONE: McpServerSpec['transport'] = {
  type: 'stdio',
  command: '/no/such/program',
  args: [],
  env: {},
  cwd: undefined,
}

test.each<[string, GraphDocument, string[]]>([
  ['of the agent', echoing, ['say']],
  ['of an agent it calls', delegating, ['delegate', 'say']],
])('an MCP tool %s replays from the recording without its server', async (_, document, path) => {
  const limits = { runSteps: 50, runTimeoutMs: 60_000, toolTimeoutMs: 30_000 }
  const live = await startHarness({ tools: [echoOf(everythingOverStdio())], deps: { limits } })
  const gone = echoOf({ ...everythingOverStdio(), key: 'everything@gone', transport: GONE })
  const dead = await startHarness({ tools: [gone] })

  const recorded = await live.run(runRequest(document, { topic: 'tides' }, { calledAgents }))
  const replay = { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) }
  const unrecorded = await dead.run(runRequest(document, { topic: 'tides' }, { calledAgents }))
  const again = await dead.run(runRequest(document, { topic: 'tides' }, { calledAgents, replay }))

  const text: unknown = expect.stringContaining('On tides')
  expect(unrecorded.outcome).toMatchObject({ error: { code: 'CONNECTION' } })
  expect(toolCalls(recorded)).toMatchObject([{ name: 'echo', address: { path } }])
  expect(recorded.outcome).toMatchObject({ type: 'success', output: { text } })
  expect(again.outcome).toMatchObject({ type: 'success', output: { text } })
  expect(toolCalls(again)).toMatchObject([
    { name: 'echo', address: { path }, servedBy: 'recording' },
  ])
  expect(toolCalls(again).map(({ content }) => content)).toEqual(
    toolCalls(recorded).map(({ content }) => content),
  )
})
