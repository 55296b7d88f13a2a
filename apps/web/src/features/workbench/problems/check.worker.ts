import type { GraphDocument } from '@lathe/contract'
import { checkDocument, type CheckEnvironment } from '@lathe/graph'

export type CheckRequest = { id: number; document: GraphDocument; environment: CheckEnvironment }

addEventListener('message', ({ data }: MessageEvent<CheckRequest>) => {
  postMessage({ id: data.id, problems: checkDocument(data.document, data.environment) })
})
