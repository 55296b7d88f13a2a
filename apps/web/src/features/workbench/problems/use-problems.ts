import type { CheckEnvironment } from '@lathe/graph'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '../../../lib/api.ts'
import { useLiveThreads } from '../../../lib/use-live-threads.ts'
import { useCallees } from '../use-callees.ts'
import { useWorkbench, type Workbench } from '../workbench-context.ts'
import { type Checker, createChecker } from './checker.ts'
import { useKnownPrompts } from './use-known-prompts.ts'

const PAUSE_MS = 200

/** Keeps the list of problems up to date while the document is edited. */
export function useProblems({ store }: Workbench): void {
  const environment = useCheckEnvironment()
  const running = useRef<Checker>(null)

  // It loads while what the document may refer to is still on its way.
  useEffect(() => {
    const checker = createChecker({ onProblems: store.setProblems, onFixes: store.setFixes })
    running.current = checker
    return checker.stop
  }, [store])

  useEffect(() => {
    const checker = running.current
    if (!environment || !checker) return undefined
    let timer: number | undefined
    const check = () => checker.check(store.getState().document, environment)
    const stop = store.subscribe((state, before) => {
      if (state.document === before.document) return
      window.clearTimeout(timer)
      timer = window.setTimeout(check, PAUSE_MS)
    })
    check()
    return () => {
      stop()
      window.clearTimeout(timer)
    }
  }, [store, environment])
}

/** What the document may refer to; undefined until all of it is known. */
export function useCheckEnvironment(): CheckEnvironment | undefined {
  const { data: tools } = useQuery(api.tools.list.queryOptions())
  const { data: connections } = useQuery(api.models.connections.queryOptions())
  const { data: collections } = useQuery(api.knowledge.collections.queryOptions())
  const { data: agents } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const prompts = useKnownPrompts()
  const { agentId } = useWorkbench()
  const callees = useCallees()
  const liveThreads = useLiveThreads(agentId)

  return useMemo(() => {
    if (!tools || !connections || !collections || !agents || !prompts) return undefined
    return {
      tools: tools.map(({ name, schema, effect }) => ({ name, schema, effect })),
      connections: connections.map(({ name, timeoutMs }) => ({ name, timeoutMs })),
      collections: collections.map(({ name, chunks }) => ({ name, isEmpty: chunks === 0 })),
      agents: agents.map(({ slug, latestVersion, publishedVersion }) => ({
        slug,
        published: publishedVersion,
        versions: Array.from({ length: latestVersion }, (_, index) => index + 1),
      })),
      callees,
      self: agents.find(({ id }) => id === agentId)?.slug,
      prompts,
      liveThreads,
    }
  }, [tools, connections, collections, agents, prompts, callees, agentId, liveThreads])
}
