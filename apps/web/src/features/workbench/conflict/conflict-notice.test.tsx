import { notifications } from '@mantine/notifications'
import type { GraphDocument } from '@lathe/contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test } from 'vitest'
import { renderWorkbench } from '../render-workbench.tsx'
import { createDraft, graph } from '../testing.ts'
import { ConflictNotice } from './conflict-notice.tsx'

const askNodes = (text: string): GraphDocument['nodes'] => ({
  answer: {
    kind: 'model',
    model: { connection: 'demo', name: 'demo-1' },
    prompt: { messages: [{ role: 'user', text }] },
  },
})
const base = graph({ nodes: askNodes('Say what {{topic}} is') })
const local = graph({ nodes: askNodes('Say in short what {{topic}} is'), output: [] })
const remote = graph({
  nodes: askNodes('Tell what {{topic}} is'),
  state: { ...base.state, mood: { type: 'string' } },
})
const mergedGraph = { ...local, state: remote.state }

type ConflictSides = {
  localGraph: GraphDocument
  remoteGraph: GraphDocument
  base: GraphDocument | null
}

let stopKeys = () => {}
afterEach(() => {
  stopKeys()
  notifications.clean()
})

async function conflicted(sides: ConflictSides) {
  const view = await renderWorkbench(<ConflictNotice />, { document: base })
  stopKeys = view.stopKeys
  const { store, autosave, saving } = view.bench
  act(() => {
    store.edit(() => sides.localGraph)
    autosave.change(sides.localGraph)
    autosave.conflict({ theirs: createDraft(sides.remoteGraph, 5), base: sides.base })
  })
  const openDialog = async () =>
    user.click(await screen.findByRole('button', { name: 'Compare and choose' }))
  const user = userEvent.setup()
  return { user, store, saving, openDialog, document: () => store.getState().document }
}

describe('edits of different fields', () => {
  const sides = { localGraph: { ...local, nodes: base.nodes }, remoteGraph: remote, base }

  test("edits of different fields merge, show a notice and save on top of the server's version", async () => {
    const { document, saving } = await conflicted(sides)

    expect(document()).toEqual({ ...remote, output: [] })
    await waitFor(() => expect(saving.getState().save.status).toBe('saved'))
    expect(saving.getState().revision).toBe(6)
    expect(
      await screen.findByText(/^Merged changes saved elsewhere: prompt\.messages\.0\.text of/),
    ).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Compare and choose' })).toBeNull()
  })

  test('merged edits can be unmerged by undo', async () => {
    const { user, document } = await conflicted(sides)

    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(document()).toEqual(sides.localGraph)
  })

  test('merged edits can be unmerged by undo without losing later edits', async () => {
    const { user, store, document } = await conflicted(sides)
    const layout = { answer: [5, 5] as [number, number] }
    act(() => store.edit((document) => ({ ...document, layout })))

    await user.click(await screen.findByRole('button', { name: 'Undo' }))

    expect(document()).toEqual({ ...sides.localGraph, layout })
  })

  test("edits of different fields merge silently if the server's version only moved cards", async () => {
    const movedBase = { ...base, layout: { answer: [5, 5] as [number, number] } }
    const { document } = await conflicted({ localGraph: local, remoteGraph: movedBase, base })

    expect(document()).toEqual({ ...local, layout: movedBase.layout })
    expect(screen.queryByText(/Merged changes saved/)).toBeNull()
  })
})

describe('edits of one field', () => {
  const sides = { localGraph: local, remoteGraph: remote, base }

  test('edits of one field wait for a choice, which is saved with the merged rest', async () => {
    const { user, openDialog, document, saving, store } = await conflicted(sides)
    await openDialog()
    const field = await screen.findByRole('group', {
      name: 'prompt.messages.0.text of node answer',
    })
    expect(within(field).getByText('in short', { exact: false }).tagName).toBe('INS')
    expect(screen.getByRole('button', { name: '1 left to choose' })).toBeDisabled()

    await user.click(screen.getByRole('radio', { name: /^Theirs: prompt/ }))
    await user.click(screen.getByRole('button', { name: 'Save merged draft' }))

    expect(document()).toEqual({ ...mergedGraph, nodes: remote.nodes })
    await waitFor(() => expect(saving.getState().save.status).toBe('saved'))
    expect(saving.getState().revision).toBe(6)
    act(() => store.undo())
    expect(document()).toBe(local)
  })

  test('edits of one field can be resolved for all fields at once', async () => {
    const { user, openDialog, document } = await conflicted(sides)
    await openDialog()

    await user.click(await screen.findByRole('button', { name: 'Use mine for all' }))
    await user.click(screen.getByRole('button', { name: 'Save merged draft' }))

    expect(document()).toEqual(mergedGraph)
  })
})

describe('a conflict without a common ancestor', () => {
  const sides = { localGraph: local, remoteGraph: remote, base: null }

  test("keeping the local version saves it, and undo shows the server's version", async () => {
    const { user, openDialog, saving, store, document } = await conflicted(sides)
    await openDialog()
    await user.click(await screen.findByRole('button', { name: 'Keep mine' }))

    await waitFor(() => expect(saving.getState().save.status).toBe('saved'))
    expect(saving.getState().revision).toBe(6)
    expect(document()).toBe(local)
    act(() => store.undo())
    expect(document()).toBe(remote)
  })

  test("using the server's version continues from its revision, and undo restores the local one", async () => {
    const { user, openDialog, saving, store, document } = await conflicted(sides)
    await openDialog()
    await user.click(await screen.findByRole('button', { name: 'Use saved version' }))

    expect(document()).toBe(remote)
    expect(saving.getState()).toMatchObject({ save: { status: 'saved' }, revision: 5 })
    act(() => store.undo())
    expect(document()).toBe(local)
  })
})
