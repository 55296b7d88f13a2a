import type { InterruptAnswer, Json, JsonObject } from '@lathe/contract'
import { exportBlockers } from '@lathe/graph/export'
import { templates } from '@lathe/graph/templates'
import { expect, test } from 'vitest'
import { stateOf } from '../testing/lathe-state.ts'
import {
  finalState,
  toolDescriptions,
  typeErrors,
  writeProject,
  writeProjects,
} from '../testing/exported.ts'
import { askedOf } from '../testing/model-access.ts'
import { startHarness } from '../testing/run-harness.ts'

const decided = (decision: string, values: JsonObject = {}) => ({ decision, values })
const asking = (answer: ReturnType<typeof decided>): InterruptAnswer => ({ kind: 'ask', ...answer })

const example = (slug: string) =>
  templates.find((template) => template.slug === slug)?.example ?? {}

const say = (content: string) => ({ messages: [{ role: 'user', content }] })

/** Input of each template and the human answers to its pauses. */
const runs: [slug: string, input: Record<string, Json>, answers: ReturnType<typeof decided>[]][] = [
  ['prompt', { question: 'What is a superstep in LangGraph?' }, []],
  ['assistant', { messages: [{ role: 'user', content: 'What is 12 % of 840?' }] }, []],
  ['research', say('How LangGraph keeps the state of an agent'), []],
  [
    'extract',
    {
      text: 'Invoice 2026-117 of 3 March 2026. Nordlicht Ltd, billing@nordlicht.example. 2 desk lamps at 79.90 each, 1 chair at 240.00. Total 399.80 EUR, due 2 April 2026.',
    },
    [],
  ],
  [
    'triage',
    say('My order 48213 arrived with a cracked lamp. I would like my money back. Anna Berg'),
    [decided('revise', { feedback: 'Name the order number' }), decided('send')],
  ],
  ['triage', say('Do you also sell candles?'), [decided('discard')]],
  ['supervisor', example('supervisor'), []],
  ['supervisor', say('What is a thread in LangGraph?'), []],
  ['plan-execute', example('plan-execute'), []],
  ['plan-execute', { goal: 'Explain what a reducer is, and calculate 17 * 23' }, []],
  ['map-reduce', example('map-reduce'), []],
  ['map-reduce', { text: '' }, []],
]

/** Templates that search collections of Lathe cannot be exported. */
const exportable = templates.filter(({ document }) => exportBlockers(document, {}).length === 0)

test('every exported template type-checks', async () => {
  expect(exportable.length).toBeGreaterThan(7)
  expect(await typeErrors(writeProjects(exportable))).toBe('')
})

test.each(runs)(
  'an exported %s ends in the same state as in Lathe',
  async (slug, input, answers) => {
    const document = templates.find((template) => template.slug === slug)?.document
    if (!document) throw new Error(`There is no template ${slug}`)
    const settings = { latencyMs: 0, tokensPerSecond: 0 }
    const { mockProvider, ...lathe } = await startHarness({ tools: toolDescriptions, settings })

    const own = await stateOf(lathe, document, input, answers.map(asking))
    const asked = askedOf(mockProvider)
    mockProvider.reset()
    const exported = await finalState(writeProject(document, slug), {
      input,
      answers,
      baseUrl: mockProvider.url,
    })

    const held = Object.keys(own).map((name) => [name, exported[name]])
    expect(Object.fromEntries(held)).toEqual(own)
    expect(askedOf(mockProvider)).toEqual(asked)
  },
)
