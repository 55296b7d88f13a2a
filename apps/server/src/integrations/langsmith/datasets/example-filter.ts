import { type Example, type JsonObject, isJsonObject } from '@lathe/contract'
import { matches } from '../filter/match-filter.ts'
import { parseFilter } from '../filter/parse-filter.ts'
import { matchesMetadata } from './metadata-filter.ts'

type ExampleQuery = { metadata?: JsonObject | undefined; filter?: string | undefined }

/** Tests the conditions that SQL does not. Returns undefined if there are none. */
export function exampleTest({ metadata, filter }: ExampleQuery) {
  if (!metadata && !filter) return undefined
  const parsedFilter = filter ? parseFilter(filter) : undefined
  return (example: Example): boolean =>
    matchesMetadata(example.metadata, metadata) &&
    (!parsedFilter ||
      matches(parsedFilter, {
        name: '',
        error: null,
        tags: [],
        inputs: example.inputs,
        outputs: isJsonObject(example.reference) ? example.reference : null,
        extra: { metadata: example.metadata },
        feedback: [],
        latency: null,
        parent_run_id: null,
      }))
}
