import type { Request } from 'express'
import { badRequest } from '../errors.ts'

/** Parses a multipart body that was read as bytes. */
export async function readForm(req: Request): Promise<FormData> {
  const bytes: unknown = req.body
  if (!(bytes instanceof Uint8Array)) throw badRequest('Send the file as form data.', 'file')
  const headers = { 'content-type': req.get('content-type') ?? '' }
  try {
    return await new Response(Uint8Array.from(bytes), { headers }).formData()
  } catch {
    throw badRequest('The form data could not be read.', 'file')
  }
}
