import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createClient, findAddress } from './client.ts'
import { startedServer } from './testing/started-server.ts'

const { home, lathe } = await startedServer()
const address = findAddress({ LATHE_HOME: home })
const client = createClient(address)

const runIn = (err: string) => /traces\/([\da-f-]{36})/.exec(err)?.[1] ?? ''

describe('lathe doctor', () => {
  test('passes on a machine that has no home when LATHE_URL names the server', async () => {
    const remote = { LATHE_URL: address.url, LATHE_HOME: join(home, 'absent') }

    const known = await lathe(['doctor'], { ...remote, LATHE_TOKEN: address.token })
    const unknown = await lathe(['doctor', '--json'], { ...remote, LATHE_TOKEN: 'wrong' })

    expect(known).toMatchObject({ code: 0, out: expect.stringContaining('- home: not needed') })
    expect(known.out.match(/✓/g)).toHaveLength(5)
    expect(unknown.code).toBe(1)
    expect(JSON.parse(unknown.out)).toContainEqual({
      check: 'token',
      status: 'failed',
      message: expect.stringContaining('LATHE_TOKEN'),
    })
  })
})

describe('lathe resume', async () => {
  const system = { role: 'system' as const, text: 'You are a helpful assistant.' }
  await client.agents.create({
    name: 'Approved sums',
    document: {
      format: 1,
      state: { messages: { type: 'messages' } },
      input: ['messages'],
      output: ['messages'],
      nodes: {
        assistant: {
          kind: 'agent',
          model: { connection: 'practice', name: 'practice-1', temperature: 0 },
          prompt: { messages: [system, { role: 'placeholder', channel: 'messages' }] },
          tools: ['calculator'],
          approvals: ['calculator'],
        },
      },
      edges: [
        { from: 'start', to: 'assistant' },
        { from: 'assistant', to: 'end' },
      ],
    },
  })
  const pausedSum = async () => {
    const { code, err } = await lathe([
      'run',
      'approved-sums',
      'Sum: [[call: calculator {"expression":"6 * 7"}]] [[reply: Here you are.]]',
      '--version',
      'draft',
    ])
    expect(code).toBe(3)
    expect(err).toContain(`lathe resume ${runIn(err)}`)
    return runIn(err)
  }

  test('prints the pending tool call and streams the rest of the run after its approval', async () => {
    const run = await pausedSum()

    const shown = await lathe(['resume', run])
    const approved = await lathe(['resume', run, '--approve'])
    const again = await lathe(['resume', run, '--approve'])

    expect(shown).toMatchObject({
      code: 3,
      out: expect.stringContaining('calculator {"expression'),
    })
    expect(approved).toMatchObject({ code: 0, out: 'Here you are.\n' })
    expect(approved.err).not.toContain('interrupted')
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('its status is success') })
  })

  test('edits and rejects a tool call', async () => {
    const edited = await lathe([
      'resume',
      await pausedSum(),
      '--edit',
      '{"expression":"6 * 8"}',
      '--json',
    ])
    const rejected = await lathe(['resume', await pausedSum(), '--reject', 'No sums', '--json'])

    const resultOf = ({ out }: { out: string }) => {
      const { output }: { output: { messages: { role: string }[] } } = JSON.parse(out)
      return output.messages.find(({ role }) => role === 'tool')
    }
    expect([edited.code, rejected.code]).toEqual([0, 0])
    expect(resultOf(edited)).toMatchObject({ content: '48' })
    expect(resultOf(rejected)).toMatchObject({ content: expect.stringContaining('No sums') })
  })

  test('answers a question with a decision and rejects a decision it does not have', async () => {
    const run = runIn((await lathe(['run', 'triage', 'I want a refund for my lamp!'])).err)

    const shown = await lathe(['resume', run, '--json'])
    const unknown = await lathe(['resume', run, '--decision', 'shred'])
    const approval = await lathe(['resume', run, '--approve'])
    const both = await lathe(['resume', run, '--approve', '--answers', '{}'])
    const sent = await lathe(['resume', run, '--decision', 'send', '--json'])

    expect(shown.code).toBe(3)
    expect(JSON.parse(shown.out)).toEqual([expect.objectContaining({ kind: 'ask' })])
    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('decision') })
    expect(approval).toMatchObject({ code: 2, err: expect.stringContaining('asks something else') })
    expect(both.code).toBe(2)
    expect(sent.code).toBe(0)
    expect(JSON.parse(sent.out)).toMatchObject({ id: run, status: 'success' })
  })

  test('reads a JSON object of decisions from standard input', async () => {
    const run = runIn((await lathe(['run', 'triage', 'Where is my parcel?'])).err)
    const [asked] = (await client.runs.get({ id: run })).interrupts
    const answer = { kind: 'ask', decision: 'discard', values: {} }

    const broken = await lathe(['resume', run, '--answers', '-'], {}, { input: '{"' })
    const input = JSON.stringify({ [asked?.id ?? '']: answer })
    const discarded = await lathe(['resume', run, '--answers', '-'], {}, { input })

    expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('--answers is not JSON') })
    expect(discarded.code).toBe(0)
  })
})
