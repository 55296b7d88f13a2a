import type { Response } from 'express'
import type { AttachmentsTable } from '../../platform/db/tables/external.ts'

/** Whatever it is, it must not run as a page of ours. */
export function sendAttachmentFile(
  res: Response,
  { mime_type, body }: Pick<AttachmentsTable, 'mime_type' | 'body'>,
): void {
  res.setHeader('content-disposition', 'attachment')
  res.setHeader('content-security-policy', "default-src 'none'; sandbox")
  res.type(mime_type).send(Buffer.from(body))
}
