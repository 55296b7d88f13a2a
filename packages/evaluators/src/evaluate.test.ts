import { RuleEvaluator, type Json } from '@lathe/contract'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluate, evaluatorProblem } from './evaluate.ts'
import type { EvaluatedRun } from './evaluated-run.ts'

const judged = (output: Json, overrides: Partial<EvaluatedRun> = {}): EvaluatedRun => ({
  output,
  calls: [],
  latencyMs: 1_200,
  cost: 2_500_000,
  tokens: 1_500,
  ...overrides,
})

const judge = (config: object, subject: EvaluatedRun) =>
  evaluate(RuleEvaluator.parse(config), subject)

describe('exact', () => {
  test.each([
    ['text without the space around it', { expected: 'Paris' }, ' Paris\n', 'passed'],
    ['case counts', { expected: 'Paris' }, 'paris', 'failed'],
    ['unless told not to', { expected: 'Paris', ignoreCase: true }, 'PARIS', 'passed'],
    ['é written in one or two parts', { expected: 'café' }, 'cafe\u0301', 'passed'],
    [
      'objects whatever the order of keys',
      { expected: { a: 1, b: [2] } },
      { b: [2], a: 1 },
      'passed',
    ],
    ['a number is not its text', { expected: 1 }, '1', 'failed'],
    ['null is a value', { expected: null }, null, 'passed'],
  ] as [string, object, Json, string][])('%s', (_, config, output, status) => {
    expect(judge({ kind: 'exact', ...config }, judged(output)).status).toBe(status)
  })

  test('an exact evaluator compares with the reference and reports the difference', () => {
    const evaluator = { kind: 'exact' }

    expect(judge(evaluator, judged('Rome', { reference: 'Paris' }))).toEqual({
      status: 'failed',
      reason: 'expected "Paris", got "Rome"',
    })
    expect(judge(evaluator, judged('Rome'))).toEqual({
      status: 'undecided',
      reason: 'the case has no reference',
    })
  })

  test('reads the part of the output at its path', () => {
    const output = { answer: { sources: ['a', 'b'] } }
    const at = (path: string) => judge({ kind: 'exact', path, expected: 'b' }, judged(output))

    expect(at('answer.sources.1').status).toBe('passed')
    expect(at('answer.missing')).toEqual({
      status: 'failed',
      reason: 'the output has nothing at answer.missing',
    })
    expect(at('constructor.name').status).toBe('failed')
  })
})

describe('evaluators without a path', () => {
  const user = { role: 'user', content: 'Well?' }
  const said = (text: string): [string, Json][] => [
    ['its one output', { answer: text }],
    ['the last message', { messages: [user, { role: 'assistant', content: text }] }],
    [
      'the text in its blocks',
      [{ role: 'assistant', content: [{ type: 'text', text }, { type: 'image' }] }],
    ],
  ]

  test.each(said('42'))('%s is judged by its answer', (_, output) => {
    const of = (config: object) => judge(config, judged(output, { reference: '42' })).status

    expect(of({ kind: 'exact' })).toBe('passed')
    expect(of({ kind: 'contains', texts: ['answer'] })).toBe('failed')
    expect(of({ kind: 'regex', pattern: '^42$' })).toBe('passed')
    expect(of({ kind: 'numeric' })).toBe('passed')
    expect(of({ kind: 'json-schema', schema: { type: 'number' } })).toBe('passed')
  })

  test('judges a chat by its last message and ignores message ids', () => {
    const messages = [user, { id: 'run-1', role: 'assistant', content: '42' }]
    const of = (config: object) => judge(config, judged({ messages, found: [{ content: 'x' }] }))
    const expected = { messages: '42', found: [{ content: 'x' }] }

    expect(of({ kind: 'exact', expected }).status).toBe('passed')
    expect(of({ kind: 'contains', texts: ['run-1', 'well'], require: 'none' }).status).toBe(
      'passed',
    )
    expect(of({ kind: 'exact', path: 'messages.1.id', expected: 'run-1' }).status).toBe('passed')
  })

  test('compares an output with its name, and shows the answer on failure', () => {
    const output = { answer: { n: 1 } }
    const of = (config: object) => judge(config, judged(output))

    expect(of({ kind: 'exact', expected: { n: 1 } }).status).toBe('passed')
    expect(of({ kind: 'exact', expected: output }).status).toBe('passed')
    expect(of({ kind: 'json-schema', schema: { required: ['answer'] } }).status).toBe('passed')
    expect(of({ kind: 'exact', expected: 'one' }).reason).toBe('expected "one", got {"n":1}')
  })
})

describe('contains', () => {
  const contains = (config: object, output: Json, reference?: Json) =>
    judge(
      { kind: 'contains', ...config },
      judged(output, reference === undefined ? {} : { reference }),
    )

  test('a contains evaluator requires all, any or none of the texts', () => {
    const texts = ['cat', 'dog']

    expect(contains({ texts }, 'A Cat and a dog').status).toBe('passed')
    expect(contains({ texts }, 'a cat')).toEqual({ status: 'failed', reason: 'lacks "dog"' })
    expect(contains({ texts, require: 'any' }, 'a cat').status).toBe('passed')
    expect(contains({ texts, require: 'none' }, 'a cat').reason).toBe('contains "cat"')
    expect(contains({ texts, require: 'none' }, 'a bird').status).toBe('passed')
    expect(contains({ texts, ignoreCase: false }, 'A Cat and a dog').status).toBe('failed')
  })

  test('a contains evaluator takes one or several texts from the reference', () => {
    expect(contains({}, 'in Paris', 'paris').status).toBe('passed')
    expect(contains({}, { city: 'Paris', of: 'France' }, ['paris', 'city']).status).toBe('passed')
    expect(contains({}, 'in Paris', 7).status).toBe('undecided')
    expect(contains({}, 'in Paris').status).toBe('undecided')
  })
})

describe('regex', () => {
  const regex = (pattern: string, output: Json, ignoreCase = false) =>
    judge({ kind: 'regex', pattern, ignoreCase }, judged(output))

  test('a regex evaluator finds a match anywhere and shows it', () => {
    expect(regex('[A-Z]{2}-\\d+', 'see AB-12 there')).toEqual({
      status: 'passed',
      reason: 'matches with "AB-12"',
    })
    expect(regex('^ab', 'AB').status).toBe('failed')
    expect(regex('^ab', 'AB', true).status).toBe('passed')
  })

  test('evaluates catastrophic patterns in linear time', () => {
    const before = process.threadCpuUsage()

    expect(regex('^(a+)+$', `${'a'.repeat(50_000)}!`).status).toBe('failed')
    expect(regex('a*a*a*a*a*b', 'a'.repeat(5_000)).status).toBe('failed')
    expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(5_000)
  })

  test('an invalid pattern is undecided, and reported as a problem beforehand', () => {
    expect(regex('(unclosed', 'text').status).toBe('undecided')
    expect(regex('(?<=a)b', 'ab').reason).toContain('cannot be used')
    const evaluator = RuleEvaluator.parse({ kind: 'regex', pattern: '(a)\\1' })
    expect(evaluatorProblem(evaluator)).toContain('Back-references')
    expect(evaluatorProblem(RuleEvaluator.parse({ kind: 'regex', pattern: 'a+' }))).toBeUndefined()
  })
})

describe('json-schema', () => {
  const schema = { type: 'object', properties: { n: { type: 'integer' } }, required: ['n'] }
  const follows = (output: Json) => judge({ kind: 'json-schema', schema }, judged(output))

  test('a schema evaluator judges JSON, and JSON text with or without a code fence', () => {
    for (const output of [{ n: 1 }, '{"n": 1}', '```json\n{"n": 1}\n```']) {
      expect(follows(output).status).toBe('passed')
    }
    expect(follows('{"n": "1"}')).toEqual({
      status: 'failed',
      reason: 'n: expected integer, got string',
    })
    expect(follows('n is 1').reason).toContain('is not JSON')
  })

  test('json-schema does not treat a text as an object because its output has a name', () => {
    const evaluator = { kind: 'json-schema', schema: { type: 'object' } }

    expect(judge(evaluator, judged({ answer: 'n is 1' })).reason).toContain('is not JSON')
    expect(judge(evaluator, judged({ answer: '{"n": 1}' })).status).toBe('passed')
  })

  test('an invalid schema is undecided', () => {
    const evaluator = { kind: 'json-schema', schema: { type: 'nonsense' } }

    expect(judge(evaluator, judged({})).status).toBe('undecided')
    expect(evaluatorProblem(RuleEvaluator.parse(evaluator))).toContain('type')
  })
})

describe('numeric', () => {
  const numeric = (config: object, output: Json, reference?: Json) =>
    judge(
      { kind: 'numeric', ...config },
      judged(output, reference === undefined ? {} : { reference }),
    )

  test.each([
    ['42', 42],
    ['The answer is 42.', 42],
    ['3 + 4 = 7', 7],
    ['about $1,234.50 in all', 1234.5],
    ['it is −5', -5],
    ['in 2024-05', 5],
    ['1.5e3', 1500],
    ['.5', 0.5],
    ['1,2,3', 3],
  ])('reads %s as %d', (output, expected) => {
    expect(numeric({ expected }, output).status).toBe('passed')
  })

  test('a numeric evaluator includes the ends of its tolerance', () => {
    expect(numeric({ expected: 100, tolerance: 1 }, 101).status).toBe('passed')
    expect(numeric({ expected: 100, tolerance: 1 }, 101.01)).toEqual({
      status: 'failed',
      reason: '101.01 is not 100 ± 1',
    })
    expect(numeric({ expected: -200, tolerance: 0.01, isRelative: true }, -198).status).toBe(
      'passed',
    )
    expect(numeric({ expected: 0.3 }, 0.1 + 0.2).status).toBe('passed')
  })

  test('a numeric evaluator takes the number from the reference', () => {
    expect(numeric({}, 'so 18', '#### 18').status).toBe('passed')
    expect(numeric({}, 'none at all', '18').reason).toBe('contains no number: "none at all"')
    expect(numeric({}, '18', 'many').status).toBe('undecided')
    expect(numeric({}, '18').status).toBe('undecided')
  })
})

describe('limits and similarity', () => {
  test.each([
    ['latency', 1_200, 'passed', '1,200 ms of at most 1,200 ms'],
    ['cost', 2_000_000, 'failed', '$0.0025 of at most $0.002'],
    ['cost', 1, 'failed', '$0.0025 of at most $0.000000001'],
    ['tokens', 1_499, 'failed', '1,500 tokens of at most 1,499 tokens'],
  ])('%s of at most %d is %s', (measure, atMost, status, reason) => {
    expect(judge({ kind: 'limit', measure, atMost }, judged(''))).toEqual({ status, reason })
  })

  test('an unknown price or latency is undecided', () => {
    const of = (measure: string) =>
      judge({ kind: 'limit', measure, atMost: 0 }, judged('', { cost: null, latencyMs: null }))

    expect(of('cost').status).toBe('undecided')
    expect(of('latency').status).toBe('undecided')
    expect(of('latency').reason).toContain('came from a batch or a recording')
  })

  test('similarity is a score, or a pass from its threshold on', () => {
    const subject = judged('', { vectors: { output: [3, 4], reference: [4, 3] } })

    const scored = judge({ kind: 'similarity' }, subject)

    expect(scored).toMatchObject({ status: 'scored', reason: 'cosine similarity 0.960' })
    expect(judge({ kind: 'similarity', atLeast: 0.95 }, subject).status).toBe('passed')
    expect(judge({ kind: 'similarity', atLeast: 0.97 }, subject).status).toBe('failed')
  })

  test('similarity stays in [0, 1] and rejects vectors of different length', () => {
    const of = (output: number[], reference: number[]) =>
      judge({ kind: 'similarity' }, judged('', { vectors: { output, reference } }))

    expect(of([1, 0], [-1, 0])).toMatchObject({ status: 'scored', score: 0 })
    for (const [one, other] of [
      [[1], [1, 2]],
      [
        [0, 0],
        [1, 1],
      ],
      [[], []],
    ] as const) {
      expect(of([...one], [...other]).status).toBe('undecided')
    }
    expect(judge({ kind: 'similarity' }, judged('')).status).toBe('undecided')
  })
})

test('an evaluator never throws for any output and reference', () => {
  const evaluators = [
    { kind: 'exact' },
    { kind: 'contains' },
    { kind: 'regex', pattern: '\\w+' },
    { kind: 'json-schema', schema: { type: 'string' } },
    { kind: 'numeric' },
    { kind: 'trajectory', calls: [{ tool: 'search', arguments: { q: 'x' } }] },
  ]
  const json = fc.jsonValue().map((value) => value as Json)

  fc.assert(
    fc.property(fc.constantFrom(...evaluators), json, json, (config, output, reference) => {
      const { status } = judge(config, judged(output, { reference }))
      expect(['passed', 'failed', 'undecided']).toContain(status)
    }),
  )
})
