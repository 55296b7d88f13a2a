import type { JsonObject } from '@lathe/contract'
import { Router } from 'express'
import * as z from 'zod'
import type { Put } from '../../../datasets/write-examples.ts'
import { insertDataset } from '../../../datasets/datasets.store.ts'
import { readAll } from '../../../datasets/import/read-all.ts'
import { invalidInput, refusal } from '../../../platform/http/errors.ts'
import { receiveBody } from '../../../platform/http/body/receive-body.ts'
import type { Answer, Call } from '../../call.ts'
import { addExamples } from './commit-examples.ts'
import { datasetById } from './find-dataset.ts'
import { toWireDataset } from './wire-dataset.ts'

const Form = z.object({
  name: z.string().trim().min(1).max(200),
  description: z.string().max(2_000).default(''),
  data_type: z.enum(['kv', 'llm', 'chat']).optional(),
  input_keys: z.array(z.string()).min(1),
  output_keys: z.array(z.string()),
})
type Form = z.infer<typeof Form>

type Columns = Pick<Form, 'input_keys' | 'output_keys'>
type Row = { row: number; values: JsonObject }

/** Creates a dataset from a CSV file atomically. */
export function csvUploadRoutes(answer: Answer): Router {
  const routes = Router()
  routes.post('/datasets/upload', answer(upload))
  return routes
}

async function upload(call: Call) {
  const { ingest, limits, db, workspaceId } = call.context
  return await receiveBody(
    call.req,
    { budget: ingest.budget, limit: limits.ingestBytes },
    async (body) => {
      const { form, file } = await readForm(call, body)
      const { rows, columns, problems } = await readAll(file, limits.requestJsonDepth)
      const [problem] = problems.first
      if (problem) throw invalidInput(`file, row ${problem.row}`, problem.message)
      const missing = [...form.input_keys, ...form.output_keys].find(
        (key) => !columns.includes(key),
      )
      if (missing !== undefined) {
        throw invalidInput('input_keys', `the file has no column ${missing}`)
      }
      const { name, description, data_type: dataType } = form
      const newDataset = await insertDataset(db, workspaceId, {
        id: undefined,
        name,
        description,
        dataType,
        extra: {},
      })
      if (!newDataset)
        throw refusal(409, 'DATASET_EXISTS', `A dataset named ${name} already exists`)
      await addExamples(call, new Map([[newDataset.id, rows.map(toPut(form))]]))
      return toWireDataset(await datasetById(call, newDataset.id))
    },
  )
}

const toPut =
  ({ input_keys: inputs, output_keys: outputs }: Columns) =>
  ({ values }: Row): Put => {
    const pick = (keys: readonly string[]): JsonObject =>
      Object.fromEntries(keys.map((key) => [key, values[key] ?? '']))
    return { inputs: pick(inputs), ...(outputs.length > 0 && { reference: pick(outputs) }) }
  }

async function readForm({ req }: Call, body: Buffer): Promise<{ form: Form; file: Uint8Array }> {
  const form = await new Response(Uint8Array.from(body), {
    headers: { 'content-type': req.headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => {
      throw refusal(415, 'UNSUPPORTED_MEDIA_TYPE', 'Send multipart/form-data with a file')
    })
  const file = form.get('file')
  if (!(file instanceof File)) throw invalidInput('file', 'is missing')
  const { success, data, error } = Form.safeParse({
    name: form.get('name') ?? file.name,
    description: form.get('description') ?? undefined,
    data_type: form.get('data_type') ?? undefined,
    input_keys: form.getAll('input_keys'),
    output_keys: form.getAll('output_keys'),
  })
  if (success) return { form: data, file: await file.bytes() }
  const [issue] = error.issues
  throw invalidInput(issue?.path.join('.') ?? '', issue?.message ?? 'cannot be read')
}
