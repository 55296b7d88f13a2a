import type { Request } from 'express'
import { badRequest } from '../api-error.ts'

/** Of a body that was read as bytes. */
export async function readForm(req: Request): Promise<FormData> {
  const bytes: unknown = req.body
  const type = req.get('content-type') ?? ''
  if (!(bytes instanceof Uint8Array)) throw badRequest('Send the file as form data.', 'file')
  try {
    return await new Response(Uint8Array.from(bytes), {
      headers: { 'content-type': type },
    }).formData()
  } catch {
    throw badRequest('The form data could not be read.', 'file')
  }
}
