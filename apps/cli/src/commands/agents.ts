import { type Context, connect } from '../context.ts'
import { json, table } from '../text.ts'

export async function agents(context: Context, { json: asJson }: { json?: true }): Promise<void> {
  const { client } = connect(context)
  const list = await client.agents.list({})
  if (asJson) return context.out(json(list))
  if (list.length === 0) return context.out('No agents yet.\n')
  const rows = list.map(({ slug, name, publishedVersion }) => [
    slug,
    publishedVersion === null ? 'draft' : `version ${publishedVersion}`,
    name,
  ])
  context.out(table(rows))
}
