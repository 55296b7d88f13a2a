import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CalledAgents, GraphDocument } from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { expect, test } from 'vitest'
import { graph } from '../testing/documents.ts'
import { everythingOverStdio } from '../testing/mcp-everything.ts'
import { importFrom, typeErrors, writeProject } from '../testing/exported.ts'

type Tool = { invoke: (args: object) => Promise<unknown> }

const using = (tool: string, args: Record<string, { expression: string }>): GraphDocument =>
  graph({
    nodes: { call: { kind: 'tool', tool, args, writes: 'text' } },
    edges: ['start > call', 'call > end'],
  })

test('an exported MCP tool calls the server named in the environment', async () => {
  const echo = {
    name: 'echo',
    description: 'Echoes',
    schema: { type: 'object', properties: { message: { type: 'string' } }, required: ['message'] },
    config: { kind: 'mcp' as const, server: 'every-thing', tool: 'echo', digest: '' },
  }
  const { transport } = everythingOverStdio()
  const command = transport.type === 'stdio' ? [transport.command, ...transport.args].join(' ') : ''

  const folder = writeProject(using('echo', { message: { expression: 'topic' } }), 'agent', {}, [
    echo,
  ])
  const { echo: exported } = await importFrom<{ echo: Tool }>(folder, 'tools.ts')

  const settings = readFileSync(join(folder, '.env.example'), 'utf8')
  expect(settings).toContain('\nMCP_EVERY_THING_URL=\nMCP_EVERY_THING_AUTHORIZATION=\n')
  await expect(exported.invoke({ message: 'Hi' })).rejects.toThrow('MCP_EVERY_THING_URL')
  process.env['MCP_EVERY_THING_COMMAND'] = command
  try {
    expect(await exported.invoke({ message: 'Hi' })).toContain('Hi')
  } finally {
    delete process.env['MCP_EVERY_THING_COMMAND']
  }
  expect(await typeErrors(folder)).toBe('')
})

test('an agent that is a tool is exported with the project', async () => {
  const document = graph({
    nodes: { say: { kind: 'set', values: { text: { template: 'About {{topic}}' } } } },
    edges: ['start > say', 'say > end'],
  })
  const calledAgents: CalledAgents = {
    writer: { agent: 'writer', name: 'Writer', version: 1, hash: hashDocument(document), document },
  }

  const asking = using('agent__writer', { topic: { expression: 'topic' } })
  const folder = writeProject(asking, 'agent', calledAgents, [])
  type Asked = { graph: { invoke: (input: object) => Promise<{ text: string }> } }
  const { graph: exported } = await importFrom<Asked>(folder, 'agent.ts')

  expect(await exported.invoke({ topic: 'tides' })).toMatchObject({ text: 'About tides' })
  expect(await typeErrors(folder)).toBe('')
})
