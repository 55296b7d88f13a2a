import type { Json } from '@lathe/contract'
import { schemaIssues, validateJson } from '@lathe/graph'
import { isObject } from '@lathe/traces'
import { fromJson } from '../../../platform/db/json.ts'
import type { DatasetRow } from '../../../datasets/datasets.store.ts'
import type { Put } from '../../../datasets/write-examples.ts'
import { invalidInputs } from '../../../platform/http/errors.ts'

/** What is said of examples fits the schemas of their dataset; what is not said stays as it was. */
export function refuseMisfits({ extra }: DatasetRow, put: readonly Put[]): void {
  const { inputs_schema_definition: ofInputs, outputs_schema_definition: ofOutputs } =
    fromJson(extra)
  for (const { inputs, reference } of put) {
    check('inputs', ofInputs, inputs)
    check('outputs', ofOutputs, reference)
  }
}

/** A schema that leads to other servers' is kept for clients, and nothing is checked by it. */
function check(field: string, schema: Json | undefined, value: Json | undefined): void {
  if (value === undefined || value === null || !isObject(schema)) return
  if (schemaIssues(schema).length > 0) return
  const issues = validateJson(schema, value)
  if (issues.length === 0) return
  throw invalidInputs(
    issues.map(({ path, message }) => ({ path: [field, path].filter(Boolean).join('.'), message })),
  )
}
