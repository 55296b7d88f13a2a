import type { JsonObject } from '@lathe/contract'
import { present } from '../fields.ts'
import { parsed } from '../otlp/attributes.ts'
import { toMicros } from '../times.ts'
import { fromUsageMetadata } from '../usage-shapes.ts'
import { readRun, type RunReading } from './run-part.ts'

/** Files of tables have the details as texts. */
const readUsage = (run: JsonObject) =>
  fromUsageMetadata({
    input_tokens: run['prompt_tokens'] ?? null,
    output_tokens: run['completion_tokens'] ?? null,
    input_token_details: parsed(run['prompt_token_details']) ?? null,
    output_token_details: parsed(run['completion_token_details']) ?? null,
  })

/** A run as LangSmith gives it out again: with sums over its children, which are counted where they were made. */
export function readExportedRun(run: JsonObject): RunReading {
  const reading = readRun(run)
  if ('issue' in reading) return reading
  const { cost, usage, firstTokenAt, ...part } = reading.part
  const isCall = part.kind === 'model' || part.kind === 'embedding'
  return {
    part: {
      ...part,
      ...present({
        cost: isCall ? cost : undefined,
        usage: isCall ? (usage ?? readUsage(run)) : undefined,
        firstTokenAt: firstTokenAt ?? toMicros(run['first_token_time']),
        isRoot: run['parent_run_id'] === null ? true : undefined,
      }),
    },
  }
}
