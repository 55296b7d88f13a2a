import type { TestCheck } from '@lathe/contract'
import { client } from '../../../lib/api.ts'

type Asked = { id: string; name: string; checks: TestCheck[] }

/** The project of the graph that ran, with the test, its tape and what they need. */
export async function testedProject({ id, name, checks }: Asked) {
  const [test, { loadRunProject, testedPackage }] = await Promise.all([
    client.replays.toTest({ id, name, checks }),
    import('@lathe/graph/export'),
  ])
  const { files, blockers } = await loadRunProject(id, client)
  const [blocker] = blockers
  if (blocker) throw new Error(`Its graph cannot be exported: ${blocker.message}`)
  const project = files.map(({ path, text }) => ({
    path,
    text: path === 'package.json' ? testedPackage(text) : text,
  }))
  return [...project, ...test]
}
