import { type Json, isJsonObject } from '@lathe/contract'
import { schemaIssues, validateJson } from '@lathe/graph'
import { fromJson } from '../../../platform/db/json.ts'
import type { DatasetRow } from '../../../datasets/datasets.store.ts'
import type { Put } from '../../../datasets/write-examples.ts'
import { invalidInputs } from '../../../platform/http/errors.ts'

/** Validates only the fields that are sent, because the others stay unchanged. */
export function validateExamples({ extra }: DatasetRow, examples: readonly Put[]): void {
  const { inputs_schema_definition: inputsSchema, outputs_schema_definition: outputsSchema } =
    fromJson(extra)
  for (const { inputs, reference } of examples) {
    check('inputs', inputsSchema, inputs)
    check('outputs', outputsSchema, reference)
  }
}

/** Schemas with remote `$ref`s are stored but not enforced. */
function check(field: string, schema: Json | undefined, value: Json | undefined): void {
  if (value === undefined || value === null || !isJsonObject(schema)) return
  if (schemaIssues(schema).length > 0) return
  const issues = validateJson(schema, value)
  if (issues.length === 0) return
  throw invalidInputs(
    issues.map(({ path, message }) => ({ path: [field, path].filter(Boolean).join('.'), message })),
  )
}
