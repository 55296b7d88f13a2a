import { setImmediate } from 'node:timers/promises'
import {
  type CalledAgents,
  type GraphDocument,
  type JsonObject,
  ReplaySettings,
} from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import type { ScriptEntry } from '@lathe/mock-provider'
import { type Execution, replayReport } from '@lathe/traces'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculatingAgent, graph } from '../../testing/documents.ts'
import { type Process, startMortalHarness } from '../../testing/mortal-harness.ts'
import { people, type Recorded, runRequest, startHarness } from '../../testing/run-harness.ts'
import { calculator } from '../../tools/built-in.ts'
import { stringArgument, type ToolDefinition } from '../../tools/definition.ts'
import type { RunOutcome, RunRequest } from '../request.ts'

const CASES = Number(process.env['PROPERTY_RUNS'] ?? 60)

const prompt = {
  messages: [
    { role: 'system' as const, text: 'Be brief.' },
    { role: 'placeholder' as const, channel: 'messages' },
  ],
}

const asking = calculatingAgent({ prompt, approvals: ['calculator'] })

const calling = graph({
  state: { messages: { type: 'messages' } },
  nodes: {
    delegate: {
      kind: 'agent-call',
      agent: 'helper',
      input: { messages: { expression: 'messages' } },
      output: { messages: 'messages' },
    },
  },
  edges: ['start > delegate', 'delegate > end'],
})

const calledAgents: CalledAgents = {
  helper: {
    agent: 'helper',
    name: 'Helper',
    version: 1,
    hash: hashDocument(asking),
    document: asking,
  },
}

/** Takes a while, so that a process can end in the middle of its calls. */
const writing: ToolDefinition = {
  ...calculator,
  effect: 'write',
  async run(args, context) {
    const [turns = 0] = /\d/.exec(stringArgument(args['expression'])) ?? []
    for (let turn = 0; turn < Number(turns); turn++) await setImmediate()
    return calculator.run(args, context)
  },
}

const WRITING = 'an agent whose tool has side effects'

const graphs: Record<string, GraphDocument> = {
  'an agent': calculatingAgent({ prompt }),
  'an agent that asks before each call': asking,
  [WRITING]: asking,
  'an agent that an agent calls': calling,
  'an agent that summarizes': calculatingAgent({
    prompt,
    approvals: ['calculator'],
    summarize: { afterTokens: 20, keepMessages: 2 },
  }),
}

/**
 * Rounds of calls, each with one expression. A repeated request gets the next answer, as from a
 * real model.
 */
const script = (rounds: readonly (readonly number[])[]): ScriptEntry[] => [
  ...rounds.map((numbers) => ({
    times: 1,
    reply: {
      toolCalls: numbers.map((n) => ({
        name: 'calculator',
        arguments: { expression: `${n} * 7` },
      })),
    },
  })),
  ...Array.from({ length: 20 }, (_, index) => ({ times: 1, reply: `Answer ${index}.` })),
]

const mortal: fc.Arbitrary<Process> = fc.oneof(
  fc.record({ events: fc.nat(40) }),
  fc.record({ calls: fc.nat(6) }),
)

const executionOf = (
  outcome: RunOutcome | null,
  { exchanges, events, spans }: Pick<Recorded, 'exchanges' | 'events' | 'spans'>,
): Execution => ({
  status: outcome?.type ?? 'lost',
  output: outcome?.type === 'success' ? outcome.output : null,
  error: outcome?.type === 'error' ? outcome.error : null,
  exchanges,
  states: events.filter((event) => event.type === 'state'),
  spans,
})

test.each(Object.entries(graphs))(
  '%s replays identically after every decision and every death of its process',
  async (name, document) => {
    const tools = [name === WRITING ? writing : calculator]
    const unreachable = await startHarness({
      tools,
      connection: { baseUrl: 'http://127.0.0.1:9/v1', maxRetries: 0 },
    })

    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }), { maxLength: 3 }),
        fc.array(fc.nat(2), { minLength: 1, maxLength: 5 }),
        fc.array(mortal, { maxLength: 3 }),
        async (rounds, choices, processes) => {
          const { execute, stored } = await startMortalHarness({
            tools,
            script: script(rounds),
          })
          const input: JsonObject = { messages: [{ role: 'user', content: 'What is 6 * 7?' }] }
          const answersTo = people(choices)
          const waiting = [...processes]
          let request: RunRequest = runRequest(document, input, { calledAgents })
          let outcome = await execute(request, waiting.shift() ?? {})
          for (let turn = 0; turn < 12 && outcome?.type !== 'success'; turn++) {
            const start: RunRequest['start'] =
              outcome?.type === 'interrupted'
                ? { type: 'answers', answers: answersTo(outcome.interrupts) }
                : request.start.type === 'answers'
                  ? request.start
                  : { type: 'continue' }
            const attempt = outcome ? request.attempt : request.attempt + 1
            request = { ...request, start, attempt }
            outcome = await execute(request, waiting.shift() ?? {})
          }

          const again = await unreachable.run(
            runRequest(document, input, {
              calledAgents,
              replay: { exchanges: stored.exchanges, settings: ReplaySettings.parse({}) },
            }),
          )
          const report = replayReport(
            executionOf(outcome, stored),
            executionOf(again.outcome, again),
          )

          expect(outcome?.type).toBe('success')
          expect(report).toMatchObject({ verdict: 'identical', firstDivergence: null })
        },
      ),
      { numRuns: CASES },
    )
  },
  60_000 + CASES * 1_000,
)
