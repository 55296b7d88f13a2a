import { readFileSync, writeFileSync } from 'node:fs'
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
          model: { connection: 'demo', name: 'demo-1', temperature: 0 },
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
    expect(approval).toMatchObject({
      code: 2,
      err: expect.stringContaining('asks a different question'),
    })
    expect(both.code).toBe(2)
    expect(sent.code).toBe(0)
    expect(JSON.parse(sent.out)).toMatchObject({ id: run, status: 'success' })
  })

  test('continues at a breakpoint without options', async () => {
    const { id } = await client.runs.wait({
      agent: 'approved-sums',
      version: 'draft',
      input: { messages: [{ role: 'user', content: 'Hello' }] },
      interruptBefore: ['assistant'],
    })

    const resumed = await lathe(['resume', id, '--json'])

    expect(resumed.code).toBe(0)
    expect(JSON.parse(resumed.out)).toMatchObject({ id, status: 'success' })
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

describe('lathe threads', () => {
  test('lists, shows and exports a thread', async () => {
    const { out } = await lathe(['run', 'assistant', 'Which tides are spring tides?', '--json'])
    const { threadId }: { threadId: string } = JSON.parse(out)

    const listed = await lathe(['threads', 'list', '--agent', 'assistant'])
    const other = await lathe(['threads', 'list', '--search', 'no such words', '--json'])
    const shown = await lathe(['threads', 'show', threadId])
    const exported = await lathe(['threads', 'export', threadId, '-o', 'thread.json'])
    const again = await lathe(['threads', 'export', threadId, '-o', 'thread.json'])
    const missing = await lathe(['threads', 'show', '0190b8f0-0000-7000-8000-000000000001'])

    expect(listed.out).toMatch(
      new RegExp(`^${threadId} +assistant +success +1 run +\\S+Z +Which tides`, 'm'),
    )
    expect(JSON.parse(other.out)).toEqual([])
    expect(shown.out).toContain('user: Which tides are spring tides?')
    expect(exported).toMatchObject({ code: 0, out: expect.stringMatching(/thread\.json\n$/) })
    const file: object = JSON.parse(readFileSync(join(home, 'thread.json'), 'utf8'))
    expect(file).toMatchObject({
      thread: { id: threadId },
      turns: [expect.anything()],
      checkpoints: expect.arrayContaining([expect.objectContaining({ next: [] })]),
    })
    expect(again).toMatchObject({ code: 2, err: expect.stringContaining('already exists') })
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('lathe threads list') })
  })

  test('names the run that waits for an answer', async () => {
    const run = runIn((await lathe(['run', 'triage', 'I want my money back!'])).err)
    const { threadId } = await client.runs.get({ id: run })

    const { err } = await lathe(['threads', 'show', threadId])

    expect(err).toContain(`lathe resume ${run}`)
  })
})

describe('lathe datasets', () => {
  test('imports a file as a new dataset, exports it and imports the export without changes', async () => {
    writeFileSync(join(home, 'quiz.csv'), 'question,answer\nHow many?,42\nAnd now?,43\n')

    const made = await lathe(['datasets', 'import', 'quiz', 'quiz.csv', '--split', 'test'])
    const listed = await lathe(['datasets', 'list'])
    const shown = await lathe(['datasets', 'show', 'quiz', '--json'])
    await lathe(['datasets', 'export', 'quiz', '--output', 'quiz.jsonl'])
    const again = await lathe(['datasets', 'import', 'quiz', 'quiz.jsonl', '--json'])
    const printed = await lathe(['datasets', 'export', 'quiz', '--format', 'csv'])

    expect(made).toMatchObject({ code: 0, out: 'version 1: 2 added, 0 changed, 0 unchanged\n' })
    expect(listed.out).toMatch(/^quiz +version 1 +2 examples /m)
    expect(JSON.parse(shown.out)).toMatchObject({
      total: 2,
      items: [
        { inputs: { question: 'How many?' }, reference: '42', splits: ['test'] },
        { reference: '43' },
      ],
    })
    expect(JSON.parse(again.out)).toMatchObject({ version: 1, unchanged: 2 })
    expect(printed.out).toContain('How many?,42,test')
  })

  test('maps columns with --columns', async () => {
    writeFileSync(join(home, 'mapped.csv'), 'a,b\nHow many?,42\n')
    const columns = { a: 'inputs.question', b: 'metadata.number' }

    const unknown = await lathe([
      'datasets',
      'import',
      'mapped',
      'mapped.csv',
      '--columns',
      '{"c":"id"}',
    ])
    await lathe([
      'datasets',
      'import',
      'mapped',
      'mapped.csv',
      '--columns',
      JSON.stringify(columns),
    ])

    expect(unknown).toMatchObject({ code: 2, err: expect.stringContaining('no column c') })
    const { items } = await client.datasets.examples({ dataset: 'mapped' })
    expect(items).toMatchObject([{ inputs: { question: 'How many?' }, metadata: { number: 42 } }])
  })

  test('leaves no dataset behind when the file cannot be read, and names the row', async () => {
    writeFileSync(join(home, 'bad.jsonl'), '{"inputs":{"a":1}}\n{"inputs"')

    const refused = await lathe(['datasets', 'import', 'bad', 'bad.jsonl'])
    const missing = await lathe(['datasets', 'show', 'bad'])
    const partial = await lathe(['datasets', 'import', 'bad', 'bad.jsonl', '--skip-bad-rows'])
    const version = await lathe(['datasets', 'export', 'bad', '--version', '7'])

    expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('row 2: ') })
    expect(missing).toMatchObject({ code: 2, err: expect.stringContaining('lathe datasets list') })
    expect(partial).toMatchObject({ code: 0, out: expect.stringContaining('1 added') })
    expect(version).toMatchObject({ code: 2, err: expect.stringContaining('no version 7') })
  })
})

describe('lathe prompts', () => {
  const prompt = (text: string) => ({
    name: 'greeting',
    description: 'Says hello',
    content: { messages: [{ role: 'user', text }] },
  })
  const importPrompt = async (source: object, ...options: string[]) => {
    writeFileSync(join(home, 'prompt.json'), JSON.stringify(source))
    return await lathe(['prompts', 'import', 'prompt.json', ...options])
  }

  test('imports versions with labels and exports them', async () => {
    const made = await importPrompt(prompt('Hello {{name}}'), '--label', 'production')
    const same = await importPrompt(prompt('Hello {{name}}'))
    const changed = await importPrompt([prompt('Good day {{name}}')], '--json')
    const listed = await lathe(['prompts', 'list'])
    const newest = await lathe(['prompts', 'show', 'greeting'])
    const labelled = await lathe(['prompts', 'export', 'greeting', '--label', 'production'])
    const all = await lathe(['prompts', 'export'])

    expect(made).toMatchObject({ code: 0, out: 'greeting version 1\n' })
    expect(same.out).toBe('greeting version 1 (unchanged)\n')
    expect(JSON.parse(changed.out)).toEqual([{ name: 'greeting', version: 2, isNew: true }])
    expect(listed.out).toMatch(/^greeting +version 2 +production=1 .*Says hello$/m)
    expect(newest.out).toContain('user: Good day {{name}}')
    expect(JSON.parse(labelled.out)).toMatchObject({ ...prompt('Hello {{name}}'), version: 1 })
    expect(JSON.parse(all.out)).toMatchObject([prompt('Good day {{name}}')])
    expect(await importPrompt(JSON.parse(labelled.out))).toMatchObject({
      out: 'greeting version 3\n',
    })
  })

  test('refuses a label that would break an agent, unless it is confirmed', async () => {
    const named = (text: string) => ({ ...prompt(text), name: 'followed' })
    await importPrompt(named('On {{topic}}'), '--label', 'production')
    const { slug } = await client.agents.create({
      name: 'Follower',
      document: {
        format: 1,
        state: { topic: { type: 'string' }, messages: { type: 'messages' } },
        input: ['topic'],
        output: ['messages'],
        nodes: {
          reply: {
            kind: 'model',
            model: { connection: 'demo', name: 'demo-1' },
            prompt: { name: 'followed' },
          },
        },
        edges: [
          { from: 'start', to: 'reply' },
          { from: 'reply', to: 'end' },
        ],
      },
    })
    const { number } = await client.agents.saveVersion({ agent: slug, revision: 1, message: '' })
    await client.agents.publish({ agent: slug, number })
    const other = named('On {{subject}}')

    const refused = await importPrompt(other, '--label', 'production')
    const confirmed = await importPrompt(other, '--label', 'production', '--confirm')

    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('--confirm') })
    expect(refused.err).toContain('Follower')
    expect(refused.err).not.toContain('confirm: true')
    expect(confirmed).toMatchObject({ code: 0, out: 'followed version 2\n' })
  })

  test('names the field of a file that is wrong, and a label that is missing', async () => {
    const broken = await importPrompt({ name: 'no spaces please' })
    const template = await importPrompt({ ...prompt('{{#open}}'), name: 'open' })
    const label = await lathe(['prompts', 'show', 'greeting', '--label', 'staging'])

    expect(broken).toMatchObject({ code: 2, err: expect.stringContaining('0.name: ') })
    expect(template).toMatchObject({ code: 2, err: expect.stringContaining('messages.0.text') })
    expect(label).toMatchObject({ code: 2, err: 'greeting has no label staging\n' })
  })
})

describe('lathe traces', () => {
  test('lists, shows, exports and imports traces', async () => {
    const id = '0190b8f0-0000-7000-8000-00000000000b'
    const start = { name: 'theirs', start_time: 1_790_000_000 }
    const root = { ...start, id, trace_id: id, run_type: 'chain', outputs: { a: 1 } }
    const child = { ...start, id: id.replace(/b$/, 'c'), trace_id: id, parent_run_id: id }
    const lines = [root, { ...child, name: 'search', run_type: 'tool' }]
    writeFileSync(join(home, 'runs.jsonl'), lines.map((line) => JSON.stringify(line)).join('\n'))

    const imported = await lathe(['traces', 'import', 'runs.jsonl', '--project', 'theirs'])
    const listed = await lathe(['traces', 'list', '--project', 'theirs'])
    const shown = await lathe(['traces', 'show', id])
    await lathe(['traces', 'export', id, '-o', 'traces.jsonl'])
    const again = await lathe(['traces', 'import', 'traces.jsonl'])
    const csv = await lathe(['traces', 'export', '--format', 'csv', '--project', 'theirs'])
    const filter = await lathe(['traces', 'export', '--filter', 'statos:x'])

    expect(imported).toMatchObject({ code: 0, out: '1 traces, 2 spans\n' })
    expect(listed.out).toMatch(new RegExp(`^${id} +running +theirs `))
    expect(shown.out).toMatch(/^theirs +chain .*\n {2}search +tool /m)
    expect(again).toMatchObject({ code: 0, err: expect.stringContaining('2 existing spans') })
    expect(csv.out.split(/\r?\n/)[1]).toMatch(new RegExp(`^${id},theirs,`))
    expect(filter).toMatchObject({ code: 2, err: expect.stringContaining('no filter statos') })
  })
})
