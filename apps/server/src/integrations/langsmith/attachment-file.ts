import type { Response } from 'express'
import type { AttachmentsTable } from '../../platform/db/tables/external.ts'

/** Serve as a download, so that the browser never renders an uploaded file as one of our pages. */
export function sendAttachmentFile(
  res: Response,
  { mime_type, body }: Pick<AttachmentsTable, 'mime_type' | 'body'>,
): void {
  res.setHeader('content-disposition', 'attachment')
  res.setHeader('content-security-policy', "default-src 'none'; sandbox")
  res.type(mime_type).send(Buffer.from(body))
}
