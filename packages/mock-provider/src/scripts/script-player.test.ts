import { describe, expect, test } from 'vitest'
import { FAST, openAi, user } from '../testing/mock-provider-test.ts'
import { startMockProvider, type StartOptions } from '../start-mock-provider.ts'

async function withDemoModel<T>(
  options: StartOptions,
  use: (ask: (content: string, headers?: Record<string, string>) => Promise<string>) => Promise<T>,
): Promise<T> {
  const mockProvider = await startMockProvider(options)
  try {
    return await use(async (content, headers = {}) => {
      const { choices } = await openAi(mockProvider).chat.completions.create(
        { model: FAST, messages: [user(content)] },
        { headers },
      )
      const [choice] = choices
      const calls = choice?.message.tool_calls?.map((call) =>
        call.type === 'function' ? `${call.function.name}(${call.function.arguments})` : '',
      )
      return [choice?.message.content ?? '', ...(calls ?? [])]
        .filter((part) => part !== '')
        .join(' ')
    })
  } finally {
    await mockProvider.close()
  }
}

describe('a script', () => {
  test('replies to matching prompts only', async () => {
    const script = [
      { match: 'weather', reply: 'Sunny.' },
      { match: /^\d+$/, reply: { json: { ok: true } } },
    ]

    await withDemoModel({ script }, async (ask) => {
      expect(await ask('What is the WEATHER like?')).toBe('Sunny.')
      expect(await ask('42')).toBe('{"ok":true}')
      expect(await ask('What is 2 + 2?')).toContain('no script for “What is 2 + 2?”')
    })
  })

  test('plays its replies in order', async () => {
    const script = [
      { reply: 'First.', times: 1 },
      { reply: 'Second.', times: 2 },
      { reply: 'Then always this.' },
    ]

    await withDemoModel({ script }, async (ask) => {
      const said = [await ask('a'), await ask('b'), await ask('c'), await ask('d'), await ask('e')]

      expect(said).toEqual([
        'First.',
        'Second.',
        'Second.',
        'Then always this.',
        'Then always this.',
      ])
    })
  })

  test('calls tools and fails', async () => {
    const script = [
      {
        match: 'call',
        reply: { content: 'Let me see.', toolCalls: [{ name: 'f', arguments: { a: 1 } }] },
      },
      { match: 'fail', reply: { fault: '503' } },
    ]

    await withDemoModel({ script }, async (ask) => {
      expect(await ask('call it')).toBe('Let me see. f({"a":1})')
      await expect(ask('fail')).rejects.toMatchObject({ status: 503 })
    })
  })

  test('selects a script by its name', async () => {
    const scripts = { demo: [{ reply: 'From the demo.' }] }
    const header = { 'x-demo-script': 'demo' }

    await withDemoModel({ scripts }, async (ask) => {
      expect(await ask('Hello!', header)).toBe('From the demo.')
      expect(await ask('Hello!')).toContain('no script for “Hello!”')
      await expect(ask('Hello!', { 'x-demo-script': 'none' })).rejects.toMatchObject({
        status: 400,
      })
    })
  })
})

describe('a directive in the prompt', () => {
  test.each([
    ['[[reply: exactly this]]', 'exactly this'],
    ['Please [[json: {"a": [[1, 2], [3]]}]]', '{"a": [[1, 2], [3]]}'],
    [
      '[[call: calculator {"expression":"1+1"}\nlookup {"query":"x"}]]',
      'calculator({"expression":"1+1"}) lookup({"query":"x"})',
    ],
    ['[[reply: Soon.]] [[latency-ms: 1]]', 'Soon.'],
    ['[[no: directive]] [[reply: Yes.]]', 'Yes.'],
  ])('%s', async (prompt, said) => {
    await withDemoModel({}, async (ask) => {
      expect(await ask(prompt)).toBe(said)
    })
  })

  test('fails the given number of times', async () => {
    await withDemoModel({}, async (ask) => {
      await expect(ask('[[fault: 500 times=1]] [[reply: hi]]')).rejects.toMatchObject({
        status: 500,
      })

      expect(await ask('[[fault: 500 times=1]] [[reply: hi]]')).toBe('hi')
    })
  })

  test('answers one turn per directive', async () => {
    const mockProvider = await startMockProvider()
    const prompt = user('[[call: f {}]] [[reply: Done.]]')
    const call = { id: 'a', type: 'function' as const, function: { name: 'f', arguments: '{}' } }

    const { choices } = await openAi(mockProvider).chat.completions.create({
      model: FAST,
      messages: [
        prompt,
        { role: 'assistant', content: null, tool_calls: [call] },
        { role: 'tool', tool_call_id: 'a', content: 'ok' },
      ],
    })
    await mockProvider.close()

    expect(choices[0]?.message.content).toBe('Done.')
  })
})
