import type { GraphDocument, Json } from '@lathe/contract'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { listenForHotkeys } from '../../lib/hotkeys.ts'
import { renderInApp } from '../../testing/render.tsx'
import { type AutosaveState, createAutosave } from './draft/autosave.ts'
import { createKeptDrafts } from './draft/kept-drafts.ts'
import { createRunStore } from './run/run-store.ts'
import { createWorkbenchStore } from './store/workbench-store.ts'
import { draftOf } from './testing.ts'
import { type Workbench, WorkbenchContext } from './workbench-context.ts'

export const AGENT_ID = '0198c0de-7000-7000-8000-0000000000aa'

type BenchOptions = {
  document: GraphDocument
  example?: Record<string, Json>
  /** What the address says after the agent. */
  search?: string
}

export function createBench({ document, example = {} }: BenchOptions): Workbench {
  const draft = draftOf(document)
  const { revision, savedAt, hash } = draft
  const saving = createStore<AutosaveState>()(() => ({
    save: { status: 'saved' },
    revision,
    savedAt,
    hash,
  }))
  return {
    agentId: AGENT_ID,
    slug: 'trial',
    example,
    store: createWorkbenchStore(document),
    autosave: createAutosave({
      draft,
      send: async (from, sent) => draftOf(sent, from + 1),
      kept: createKeptDrafts(AGENT_ID, 'tab'),
      onChange: (state) => saving.setState(state),
    }),
    saving,
    run: createRunStore(),
    isRecovered: false,
  }
}

/** Renders a part of the workbench as its page would, with the keys listened to. */
export async function renderBench(children: ReactNode, options: BenchOptions) {
  const bench = createBench(options)
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/agents/$agent',
    component: () => <WorkbenchContext value={bench}>{children}</WorkbenchContext>,
  })
  const others = ['/traces/$traceId', '/models'].map((path) =>
    createRoute({ getParentRoute: () => root, path }),
  )
  const router = createRouter({
    routeTree: root.addChildren([page, ...others]),
    history: createMemoryHistory({ initialEntries: [`/agents/trial${options.search ?? ''}`] }),
  })
  await router.load()
  const stopKeys = listenForHotkeys()
  // The app's own router type is registered; this one stands in for it.
  const view = renderInApp(<RouterProvider router={router as never} />)
  return {
    ...view,
    bench,
    search: () => router.state.location.search as Record<string, unknown>,
    stopKeys,
  }
}
