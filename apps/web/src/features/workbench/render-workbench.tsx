import type { GraphDocument, Json } from '@lathe/contract'
import type { ReactNode } from 'react'
import { createStore } from 'zustand/vanilla'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { renderPages } from '../../testing/render-pages.tsx'
import { type AutosaveState, createAutosave } from './draft/autosave.ts'
import { createLocalDrafts } from './draft/local-drafts.ts'
import { createRunStore } from './run/run-store.ts'
import { createWorkbenchStore } from './store/workbench-store.ts'
import { createDraft } from './testing.ts'
import { type WorkbenchValue, WorkbenchContext } from './workbench-context.ts'

export const AGENT_ID = '0198c0de-7000-7000-8000-0000000000aa'

type WorkbenchOptions = {
  document: GraphDocument
  example?: Record<string, Json>
  /** Search part of the address. */
  search?: string
}

function createTestWorkbench({ document, example = {} }: WorkbenchOptions): WorkbenchValue {
  const draft = createDraft(document)
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
      send: async (from, sent) => createDraft(sent, from + 1),
      localDrafts: createLocalDrafts(AGENT_ID, 'tab'),
      onChange: (state) => saving.setState(state),
    }),
    saving,
    run: createRunStore(),
    isRecovered: false,
  }
}

/** Renders a part of the workbench with its providers and shortcuts. */
export async function renderWorkbench(children: ReactNode, options: WorkbenchOptions) {
  const workbench = createTestWorkbench(options)
  const stopKeys = listenForHotkeys()
  const { router, ...view } = await renderPages(`/agents/trial${options.search ?? ''}`, {
    '/agents/$agent': () => <WorkbenchContext value={workbench}>{children}</WorkbenchContext>,
    '/traces/$traceId': undefined,
    '/models': undefined,
  })
  return {
    ...view,
    bench: workbench,
    search: () => router.state.location.search as Record<string, unknown>,
    stopKeys,
  }
}
