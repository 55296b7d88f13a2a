import { Router } from 'express'
import { invalidInput } from '../../../http/errors.ts'
import { type Answering, bodyOf, type Call } from '../../call.ts'
import { baseUrlOf } from '../base-url.ts'
import { AskedByCursor, examplesWithRuns } from '../datasets/experiment-runs.ts'
import { toWireExample } from '../datasets/wire-dataset.ts'
import { toSelected } from './wire-run-v2.ts'

/** What experiments made of a dataset, as the second generation of LangSmith's API has it. */
export function datasetRoutesV2(answer: Answering): Router {
  return Router().post('/datasets/:id/experiment-runs', answer(experimentRuns))
}

async function experimentRuns(call: Call) {
  const { page_size: limit, cursor, selects, ...asked } = bodyOf(call, AskedByCursor)
  const offset = cursor ? readCursor(cursor) : 0
  const found = await examplesWithRuns(call, {
    sessions: asked.experiment_ids,
    exampleIds: asked.example_ids,
    filters: asked.filters,
    offset,
    limit: limit + 1,
  })
  return {
    items: found.slice(0, limit).map(({ example, runs }) => ({
      ...toWireExample(example, baseUrlOf(call)),
      runs: runs.map((run) => toSelected(run, selects ?? [], call.context.url())),
    })),
    next_cursor: found.length > limit ? String(offset + limit) : null,
  }
}

function readCursor(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw invalidInput('cursor', 'is none of this server')
  return Number(text)
}
