import { type CheckEnvironment, type KnownPrompt, registryRefs } from '@lathe/graph'
import { useQuery, keepPreviousData, useQueries } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { GraphDocument, Problem, PromptVersion, RegistryPrompt } from '@lathe/contract'
import { api } from '../../../lib/api/api.ts'
import { useLiveThreads } from '../../../lib/api/use-live-threads.ts'
import { useCalledAgents } from '../called-agents.ts'
import { useWorkbench, type WorkbenchValue, useWorkbenchState } from '../workbench-context.ts'
import type { CheckAnswer, CheckRequest, FixLabels } from './check.worker.ts'
import { memoize } from '../../../lib/browser/memoize.ts'

const PAUSE_MS = 200

/** Checks the document after each edit and stores the problems. */
export function useProblems({ store }: WorkbenchValue): void {
  const environment = useCheckEnvironment()
  const running = useRef<Checker>(null)

  // Starts the worker early, while the environment is loading.
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

/** Returns what the document may refer to, or undefined until all of it is loaded. */
export function useCheckEnvironment(): CheckEnvironment | undefined {
  const { data: tools } = useQuery(api.tools.list.queryOptions())
  const { data: connections } = useQuery(api.models.connections.queryOptions())
  const { data: collections } = useQuery(api.knowledge.collections.queryOptions())
  const { data: agents } = useQuery(api.agents.list.queryOptions({ input: {} }))
  const prompts = usePromptVersions()
  const { agentId } = useWorkbench()
  const calledAgents = useCalledAgents()
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
      calledAgents,
      self: agents.find(({ id }) => id === agentId)?.slug,
      prompts,
      liveThreads,
    }
  }, [tools, connections, collections, agents, prompts, calledAgents, agentId, liveThreads])
}

type Checker = ReturnType<typeof createChecker>

type Listener = {
  onProblems: (problems: Problem[]) => void
  /** Called after `onProblems`. */
  onFixes: (fixes: FixLabels) => void
}

/** Checks documents in a worker. Reports only the result of the newest request. */
function createChecker({ onProblems, onFixes }: Listener) {
  const worker = new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module' })
  let newest = 0
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    if (data.id !== newest) return
    if (data.type === 'problems') onProblems(data.problems)
    else onFixes(data.fixes)
  })

  return {
    check: (document: GraphDocument, environment: CheckEnvironment) => {
      newest += 1
      worker.postMessage({ id: newest, document, environment } satisfies CheckRequest)
    },
    stop: () => worker.terminate(),
  }
}

const NO_PROMPTS: readonly RegistryPrompt[] = []

const namesIn = memoize((document: GraphDocument) =>
  JSON.stringify([...new Set(registryRefs(document).map(({ ref }) => ref.name))].toSorted()),
)

/**
 * Returns the registry prompts, with the content of those the document uses. Undefined while
 * loading.
 */
function usePromptVersions(): readonly KnownPrompt[] | undefined {
  const { data: prompts = NO_PROMPTS, isPending } = useQuery(
    api.prompts.list.queryOptions({ input: {} }),
  )
  // A string, so that only changed names cause new requests.
  const promptNames = useWorkbenchState(({ document }) => namesIn(document))
  const usedPrompts = useMemo((): string[] => {
    const names: string[] = JSON.parse(promptNames)
    return names.filter((name) => prompts.some((prompt) => prompt.name === name))
  }, [promptNames, prompts])
  const versions = useQueries({
    queries: usedPrompts.map((name) =>
      api.prompts.versions.queryOptions({
        input: { prompt: name },
        placeholderData: keepPreviousData,
      }),
    ),
    combine: (results) => results.map(({ data }) => data),
  })
  return useMemo(
    () =>
      isPending
        ? undefined
        : prompts.map((prompt) => {
            const promptVersions = versions[usedPrompts.indexOf(prompt.name)]
            return promptVersions
              ? toKnownPrompt(prompt.name, promptVersions)
              : withoutContent(prompt)
          }),
    [prompts, isPending, usedPrompts, versions],
  )
}

const withoutContent = ({ name, labels, version }: RegistryPrompt): KnownPrompt => ({
  name,
  labels: labels.map(({ label }) => label),
  versions: Array.from({ length: version }, (_, index) => index + 1),
})

/** Only versions that are lists of text messages can be used. */
function toKnownPrompt(name: string, versions: readonly PromptVersion[]): KnownPrompt {
  const usableVersions = versions.flatMap(({ content, ...version }) =>
    content ? [{ ...version, messages: content.messages }] : [],
  )
  const usages = usableVersions.flatMap(({ version, labels, messages }) =>
    [`v${version}`, ...labels].map((label) => [label, messages] as const),
  )
  return {
    name,
    labels: usableVersions.flatMap(({ labels }) => labels),
    versions: usableVersions.map(({ version }) => version),
    messages: Object.fromEntries(usages),
  }
}
