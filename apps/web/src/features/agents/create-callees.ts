import type { Callees } from '@lathe/contract'
import { client } from '../../lib/api.ts'

/** Of an imported graph, the agents it calls that are not here yet, each before who calls it and published. */
export async function createCallees(callees: Callees): Promise<void> {
  const here = new Set((await client.agents.list({})).map(({ slug }) => slug))
  for (const { agent, name, document } of Object.values(callees)) {
    if (here.has(agent)) continue
    here.add(agent)
    await client.agents.create({ name, slug: agent, document })
    await client.agents.saveVersion({ agent, revision: 1, message: 'Imported', publish: true })
  }
}
