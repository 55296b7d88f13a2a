import { type GraphDocument, type Json, ReplaySettings } from '@lathe/contract'
import { checkDocument } from '@lathe/graph'
import { soundDocument } from '@lathe/graph/testing/arbitrary'
import { calledAgents } from '@lathe/graph/testing/called-agents'
import { compareStates } from '@lathe/traces'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { people, type Recorded, runRequest, startHarness } from '../../testing/run-harness.ts'
import { story } from '../../testing/story.ts'
import { calculator } from '../../tools/built-in.ts'

const CASES = Number(process.env['PROPERTY_RUNS'] ?? 250)
const PAUSES = 4

const tools = [calculator]

const environment = {
  tools: tools.map(({ name, description, schema, effect }) => ({
    name,
    description,
    schema,
    effect,
    kind: 'built-in' as const,
  })),
  collections: [],
  connections: [{ name: 'demo', timeoutMs: null }],
  agents: [],
  calledAgents,
  prompts: [],
}

const isValid = (document: GraphDocument) =>
  checkDocument(document, environment).every(({ severity }) => severity !== 'error')

/** Untracked channels are lost in a pause but kept in a replay, which does not pause. */
const tracked = (document: GraphDocument): GraphDocument => ({
  ...document,
  state: Object.fromEntries(
    Object.entries(document.state).map(([name, channel]) => [
      name,
      channel.untracked ? { ...channel, untracked: false } : channel,
    ]),
  ),
})

/** Adds faults of every kind, chosen by the request, without waits. */
const withModel = (document: GraphDocument, name: string): GraphDocument =>
  JSON.parse(JSON.stringify(document).replaceAll('"demo-1"', JSON.stringify(name)))

const choices = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 })

const statesOf = ({ events }: Recorded) => events.filter((event) => event.type === 'state')

const differing = (recorded: Recorded, again: Recorded) =>
  compareStates(statesOf(recorded), statesOf(again)).filter(({ state }) => state !== 'same')

test(
  'every recorded run replays from its recording alone: the same states, outputs and events',
  async () => {
    const live = await startHarness({ tools, connection: { maxRetries: 1 } })
    const unreachable = await startHarness({
      tools,
      connection: { baseUrl: 'http://127.0.0.1:9/v1', maxRetries: 1 },
    })

    /** Records a run in which every question is answered, up to a limit. */
    const record = async (
      document: GraphDocument,
      input: Record<string, Json>,
      drawn: readonly number[],
    ) => {
      const answersTo = people(drawn)
      const request = runRequest(document, input, { budget: { steps: 25 }, calledAgents })
      let part = await live.run(request)
      const whole: Recorded = { ...part, events: [...part.events], exchanges: [...part.exchanges] }
      for (let pause = 0; pause < PAUSES && part.outcome.type === 'interrupted'; pause++) {
        const { interrupts, totals, firstTokenAt } = part.outcome
        part = await live.run({
          ...request,
          start: { type: 'answers', answers: answersTo(interrupts) },
          totals,
          firstTokenAt,
        })
        whole.events.push(...part.events)
        whole.exchanges.push(...part.exchanges)
        whole.outcome = part.outcome
      }
      return whole
    }

    await fc.assert(
      fc.asyncProperty(
        soundDocument.map(tracked).filter(isValid),
        fc.constantFrom('demo-fast', 'demo-faulty'),
        fc.constantFrom('tides', '2 * 21', ''),
        choices,
        async (drawn, model, topic, decisions) => {
          const document = withModel(drawn, model)
          const recorded = await record(document, { topic }, decisions)

          const again = await unreachable.run(
            runRequest(
              document,
              { topic },
              {
                budget: { steps: 25 },
                calledAgents,
                replay: { exchanges: recorded.exchanges, settings: ReplaySettings.parse({}) },
              },
            ),
          )

          expect(story(again, recorded)).toEqual(story(recorded, again))
          expect(differing(recorded, again)).toEqual([])
        },
      ),
      { numRuns: CASES, endOnFailure: true },
    )
  },
  600_000 + CASES * 1_000,
)
