import { api } from '../../http/api.ts'

export const toolRoutes = {
  list: api.tools.list.handler(async ({ context }) => [...(await context.tools())]),
}
