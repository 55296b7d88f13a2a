import type { GraphDocument, InterruptAnswer } from '@lathe/contract'
import { templates } from '@lathe/graph/templates'
import { describe, expect, test } from 'vitest'
import { toolDescriptions } from '../testing/exported.ts'
import { runRequest, startHarness } from '../testing/run-harness.ts'

const approve = (decision: string, feedback = ''): InterruptAnswer => ({
  kind: 'ask',
  decision,
  values: { feedback },
})

/** Human answers, and the nodes that need other answers. */
const STORIES: Readonly<Record<string, { answers?: InterruptAnswer[]; skipped?: string[] }>> = {
  assistant: {},
  research: {},
  triage: {
    answers: [approve('revise', 'Mention the order number'), approve('send')],
    skipped: ['discarded'],
  },
  extract: {},
  prompt: {},
  supervisor: {},
  'plan-execute': {},
  'map-reduce': {},
}

async function runStory(slug: string) {
  const template = templates.find((one) => one.slug === slug)
  if (!template) throw new Error(`There is no template ${slug}`)
  const { run } = await startHarness({
    tools: toolDescriptions,
    settings: { latencyMs: 0, tokensPerSecond: 0 },
  })
  const request = runRequest(template.document, template.example)
  let { outcome, spans } = await run(request)
  const all = [...spans]
  for (const [index, answer] of (STORIES[slug]?.answers ?? []).entries()) {
    if (outcome.type !== 'interrupted') throw new Error('The run has ended early')
    const answers = Object.fromEntries(outcome.interrupts.map(({ id }) => [id, answer]))
    const start = { type: 'answers' as const, answers }
    ;({ outcome, spans } = await run({ ...request, attempt: index + 2, start }))
    all.push(...spans)
  }
  return { document: template.document, outcome, spans: all }
}

const withoutSkipped = ({ nodes }: GraphDocument, slug: string) =>
  Object.keys(nodes).filter((node) => !STORIES[slug]?.skipped?.includes(node))

describe.each(Object.keys(STORIES))('the example of the template %s', (slug) => {
  test('reaches every node and follows its script', async () => {
    const { document, outcome, spans } = await runStory(slug)

    expect(outcome.type).toBe('success')
    const reached = new Set(spans.map(({ node }) => node))
    expect(withoutSkipped(document, slug).filter((node) => !reached.has(node))).toEqual([])
    expect(JSON.stringify(spans.map(({ outputs }) => outputs))).not.toContain('demo model')
  })
})

async function outputOf(slug: string): Promise<Record<string, unknown>> {
  const { outcome } = await runStory(slug)
  if (outcome.type !== 'success') throw new Error(`The run ended with ${outcome.type}`)
  return Object(outcome.output)
}

test('the assistant calls two tools and states their results', async () => {
  expect(JSON.stringify(await outputOf('assistant'))).toMatch(
    /The calculator returned 100\.8\. The tool current_time returned .*Asia\/Tokyo\./,
  )
})

test('the reviewer sends the first report back', async () => {
  const { spans } = await runStory('research')

  const verdicts = spans.filter(({ node, kind }) => node === 'review' && kind === 'model')
  expect(verdicts.map(({ outputs }) => JSON.stringify(outputs))).toEqual([
    expect.stringContaining('revise'),
    expect.stringContaining('good'),
  ])
})

test('the supervisor delegates a task to each specialist', async () => {
  const { answer } = await outputOf('supervisor')

  expect(answer).toMatch(/\(Source: Checkpoints\.\)[^]*\(Source: Interrupts\.\)[^]*returned 96\./)
})

test('the reflection adds a step to the plan', async () => {
  const { plan } = await outputOf('plan-execute')

  expect(plan).toHaveLength(3)
})

test('the extracted items add up to the total', async () => {
  expect(await outputOf('extract')).toMatchObject({ problems: [], invoice: { total: 399.8 } })
})
