import type { Queries } from '../../platform/db/db.ts'
import type { TraceProjects } from '../store/append-parts.ts'
import type { CarriedPart } from '../store/carried-part.ts'
import { findDeletedExperiment } from './deleted-projects.store.ts'
import {
  DEFAULT_PROJECT,
  ensureProject,
  findProject,
  findProjects,
  isExperiment,
  type KnownProject,
} from './projects.store.ts'

/** Gives spans the id of their project; a project is made when its name is first seen. */
export async function resolveProjects(
  db: Queries,
  workspaceId: string,
  parts: readonly CarriedPart[],
  createdAt: number,
): Promise<TraceProjects> {
  const known = await findProjects(db, workspaceId, [
    DEFAULT_PROJECT,
    ...parts.flatMap(({ project }) => project?.name ?? []),
  ])
  const byName = new Map([...known.values()].map(({ id, name }) => [name, id]))
  const experiments = new Set<string>()
  const note = (project: KnownProject) => {
    if (isExperiment(project)) experiments.add(project.id)
    return project.id
  }
  for (const project of known.values()) note(project)
  const byId = new Map<string, string>()
  const ensure = async (name: string) => {
    const existing = byName.get(name)
    if (existing !== undefined) return existing
    const id =
      noted(await findDeletedExperiment(db, workspaceId, { name })) ??
      note((await ensureProject(db, workspaceId, { name, createdAt })).row)
    byName.set(name, id)
    return id
  }
  const noted = (id: string | undefined) => {
    if (id !== undefined) experiments.add(id)
    return id
  }
  for (const { project, parentId, traceId, id, isRoot } of parts) {
    if (project?.id !== undefined && !byId.has(project.id)) {
      const existing = await findProject(db, workspaceId, project.id)
      const found = existing
        ? note(existing)
        : noted(await findDeletedExperiment(db, workspaceId, { id: project.id }))
      byId.set(project.id, found ?? (await ensure(project.name ?? DEFAULT_PROJECT)))
    } else if (project?.name !== undefined) await ensure(project.name)
    else if (parentId === undefined && (isRoot || traceId === id)) await ensure(DEFAULT_PROJECT)
  }
  return {
    of: ({ project }) => {
      if (project?.id !== undefined) return byId.get(project.id)
      return project?.name === undefined ? undefined : byName.get(project.name)
    },
    fallback: byName.get(DEFAULT_PROJECT),
    isExperiment: (id) => experiments.has(id),
  }
}
