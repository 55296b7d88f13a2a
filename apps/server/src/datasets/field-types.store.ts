import { type FieldTypes, type Json, jsonType, type JsonType, isJsonObject } from '@lathe/contract'
import type { Db } from '../platform/db/db.ts'
import { fromJson } from '../platform/db/json.ts'
import type { DatasetRow } from './datasets.store.ts'
import { type ExamplePlace, listExamples } from './examples.store.ts'

const PAGE = 500
/** Examples of a large dataset that determine the types of its fields. */
const MOST_READ = 5_000

/** Types that the fields of a dataset have, by column target. */
export async function readFieldTypes(db: Db, dataset: DatasetRow): Promise<FieldTypes> {
  const types = new Map<string, Set<JsonType>>()
  const note = (target: string, value: Json) => {
    const type = jsonType(value)
    if (type !== undefined) types.set(target, (types.get(target) ?? new Set()).add(type))
  }
  const noteFields = (group: string, fields: Record<string, Json>) => {
    for (const [name, value] of Object.entries(fields)) note(`${group}.${name}`, value)
  }
  const { workspace_id: workspaceId, id: datasetId, version } = dataset
  let after: ExamplePlace | undefined
  for (let read = 0; read < MOST_READ; read += PAGE) {
    const page = { after, limit: PAGE }
    const rows = await listExamples(db, { workspaceId, datasetId, version }, {}, page)
    for (const { content } of rows) {
      const { inputs, reference, metadata } = fromJson(content)
      noteFields('inputs', inputs)
      noteFields('metadata', metadata)
      note('reference', reference)
      if (isJsonObject(reference)) noteFields('reference', reference)
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) break
    after = [last.position, last.id]
  }
  return Object.fromEntries([...types].map(([target, some]) => [target, [...some]]))
}
