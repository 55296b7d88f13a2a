import { Router } from 'express'
import { findFile } from '../../../datasets/example-files.store.ts'
import { refusal } from '../../../platform/http/errors.ts'
import { type Answer, type Call, textParam } from '../../call.ts'
import { sendAttachmentFile } from '../attachment-file.ts'
import { datasetParam } from './find-dataset.ts'

/** Attachments of examples, at the URLs that API responses contain. */
export function exampleFileRoutes(answer: Answer): Router {
  const routes = Router()
  routes.get('/datasets/:id/files/:hash', answer(send))
  return routes
}

async function send(call: Call) {
  const { db, workspaceId } = call.context
  const { id } = await datasetParam(call)
  const file = await findFile(db, workspaceId, id, textParam(call, 'hash'))
  if (!file) throw refusal(404, 'NO_SUCH_FILE', 'No example of this dataset has this file')
  sendAttachmentFile(call.res, file)
}
