import type { Draft, GraphDocument } from '@lathe/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createDraft, graph } from '../testing.ts'
import { createAutosave } from './autosave.ts'
import { createLocalDrafts, listLocalDrafts, recoverDraft } from './local-drafts.ts'

const AGENT = 'agent-1'
const first = createDraft(graph())
const edited = (topic: string) => graph({ notes: [{ text: topic, at: [0, 0] }] })

type Send = (revision: number, document: GraphDocument) => Promise<Draft>

function createSaving(send?: Send) {
  const sent: { revision: number; document: GraphDocument }[] = []
  const answer: Send = send ?? (async (revision, document) => createDraft(document, revision + 1))
  const autosave = createAutosave({
    draft: first,
    send: (revision, document) => {
      sent.push({ revision, document })
      return answer(revision, document)
    },
    localDrafts: createLocalDrafts(AGENT, 'tab-1'),
    onChange: () => {},
  })
  return { autosave, sent, status: () => autosave.state().save.status }
}

const offline = () => Promise.reject(new TypeError('Failed to fetch'))

const conflictError = (serverDraft: Draft) =>
  Object.assign(new Error('Somebody else saved this draft meanwhile'), {
    code: 'CONFLICT',
    data: { current: serverDraft, base: first.document },
  })

beforeEach(() => vi.useFakeTimers())

describe('saving', () => {
  test('waits for a pause and sends the newest document once', async () => {
    const { autosave, sent, status } = createSaving()
    autosave.change(edited('a'))
    autosave.change(edited('ab'))
    expect(status()).toBe('unsaved')

    await vi.advanceTimersByTimeAsync(1_000)

    expect(sent).toEqual([{ revision: 1, document: edited('ab') }])
    expect(autosave.state()).toMatchObject({ save: { status: 'saved' }, revision: 2 })
  })

  test('sends later changes from the revision that the first save returned', async () => {
    const answers: ((draft: Draft) => void)[] = []
    const { autosave, sent } = createSaving(() => new Promise((resolve) => answers.push(resolve)))
    autosave.change(edited('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    autosave.change(edited('ab'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(sent).toHaveLength(1)

    answers[0]?.(createDraft(edited('a'), 2))
    await vi.advanceTimersByTimeAsync(1_000)

    expect(sent.map(({ revision }) => revision)).toEqual([1, 2])
  })

  test('sends nothing when the changes were undone', async () => {
    const { autosave, sent, status } = createSaving()
    autosave.change(edited('a'))
    autosave.change(first.document)

    await vi.advanceTimersByTimeAsync(5_000)

    expect(sent).toEqual([])
    expect(status()).toBe('saved')
    expect(listLocalDrafts(AGENT)).toEqual([])
  })

  test('flush returns the revision that contains all changes', async () => {
    const { autosave } = createSaving()
    autosave.change(edited('a'))

    await expect(autosave.flush()).resolves.toBe(2)
    await expect(autosave.flush()).resolves.toBe(2)
  })
})

describe('an unreachable server', () => {
  test('keeps changes in this browser until the server accepts them', async () => {
    let send: Send = offline
    const { autosave, status } = createSaving((revision, document) => send(revision, document))
    autosave.change(edited('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(status()).toBe('unreachable')
    expect(listLocalDrafts(AGENT)).toMatchObject([{ revision: 1, document: edited('a') }])

    send = async (revision, document) => createDraft(document, revision + 1)
    await vi.advanceTimersByTimeAsync(5_000)

    expect(status()).toBe('saved')
    expect(listLocalDrafts(AGENT)).toEqual([])
  })

  test('makes flush fail with the reason', async () => {
    const { autosave } = createSaving(offline)
    autosave.change(edited('a'))

    await expect(autosave.flush()).rejects.toThrow(/cannot be reached/)
  })

  test('saving is not retried when the server rejects the document', async () => {
    const rejection = Object.assign(new Error('Not valid'), { code: 'INVALID_INPUT' })
    const { autosave, sent, status } = createSaving(() => Promise.reject(rejection))
    autosave.change(edited('a'))

    await vi.advanceTimersByTimeAsync(60_000)

    expect(status()).toBe('refused')
    expect(sent).toHaveLength(1)
  })
})

describe('the local copy', () => {
  const localDocuments = () => listLocalDrafts(AGENT).map(({ document }) => document)

  test('the local copy is written at once and then throttled', async () => {
    const { autosave } = createSaving(offline)
    autosave.change(edited('a'))
    expect(localDocuments()).toEqual([edited('a')])

    autosave.change(edited('ab'))
    autosave.change(edited('abc'))
    expect(localDocuments()).toEqual([edited('a')])
    await vi.advanceTimersByTimeAsync(250)

    expect(localDocuments()).toEqual([edited('abc')])
  })

  test('the local copy is complete when the page is closed', () => {
    const { autosave } = createSaving(offline)
    autosave.change(edited('a'))
    autosave.change(edited('ab'))

    autosave.flushDraft()

    expect(localDocuments()).toEqual([edited('ab')])
  })
})

describe('a conflict', () => {
  const serverDraft = createDraft(edited('theirs'), 5)

  async function conflicted() {
    let isFirst = true
    const editor = createSaving(async (revision, document) => {
      if (isFirst) {
        isFirst = false
        throw conflictError(serverDraft)
      }
      return createDraft(document, revision + 1)
    })
    editor.autosave.change(edited('mine'))
    await vi.advanceTimersByTimeAsync(1_000)
    return editor
  }

  test('exposes both versions and sends nothing', async () => {
    const { autosave, sent } = await conflicted()
    autosave.change(edited('mine, more'))
    await vi.advanceTimersByTimeAsync(60_000)

    expect(autosave.state().save).toMatchObject({
      status: 'conflict',
      conflict: { theirs: { document: edited('theirs') }, base: first.document },
    })
    expect(sent).toHaveLength(1)
    expect(listLocalDrafts(AGENT)).toMatchObject([{ document: edited('mine, more') }])
  })

  test("resolved with the local version saves it on top of the server's", async () => {
    const { autosave, sent, status } = await conflicted()

    await autosave.settle(edited('mine'))

    expect(sent.at(-1)).toEqual({ revision: 5, document: edited('mine') })
    expect(status()).toBe('saved')
  })

  test('resolved at once does not make flush fail', async () => {
    let isFirst = true
    const sent: { revision: number; document: GraphDocument }[] = []
    const autosave = createAutosave({
      draft: first,
      send: async (revision, document) => {
        sent.push({ revision, document })
        if (!isFirst) return createDraft(document, revision + 1)
        isFirst = false
        throw conflictError(serverDraft)
      },
      localDrafts: createLocalDrafts(AGENT, 'tab-1'),
      onChange: ({ save }) => {
        if (save.status === 'conflict') void autosave.settle(edited('both'))
      },
    })
    autosave.change(edited('mine'))

    await expect(autosave.flush()).resolves.toBe(6)
    expect(sent.at(-1)).toEqual({ revision: 5, document: edited('both') })
  })

  test("resolved with the server's version continues from its revision", async () => {
    const { autosave, sent } = await conflicted()

    autosave.adopt(serverDraft)
    autosave.change(edited('after'))
    await vi.advanceTimersByTimeAsync(1_000)

    expect(sent.at(-1)).toEqual({ revision: 5, document: edited('after') })
  })

  test('makes flush fail', async () => {
    const { autosave } = await conflicted()

    await expect(autosave.flush()).rejects.toThrow(/Choose a version/)
  })
})

const localDocument = graph({ notes: [{ text: 'mine', at: [0, 0] }] })
const draft = createDraft(graph(), 3)
const noTabs = new Set<string>()
const localDraft = (revision: number, tab = 'gone', document = localDocument) => ({
  revision,
  document,
  tab,
  keptAt: 1,
})

test('changes on the newest revision are recovered as unsaved', () => {
  expect(recoverDraft(draft, [localDraft(3)], 'me', noTabs)).toEqual({
    type: 'unsaved',
    document: localDocument,
    tab: 'gone',
  })
})

test('changes on an older revision are recovered as a conflict', () => {
  expect(recoverDraft(draft, [localDraft(2)], 'me', noTabs)).toMatchObject({
    type: 'conflict',
    revision: 2,
  })
})

test('changes of another open tab are not recovered', () => {
  expect(recoverDraft(draft, [localDraft(3, 'other')], 'me', new Set(['other'])).type).toBe('none')
})

test('changes of this tab are recovered after a reload', () => {
  expect(recoverDraft(draft, [localDraft(3, 'me')], 'me', new Set(['me'])).type).toBe('unsaved')
})

test('changes that the server already has are not recovered', () => {
  expect(recoverDraft(draft, [localDraft(2, 'gone', draft.document)], 'me', noTabs).type).toBe(
    'none',
  )
})

test('changes that differ only in key order are not recovered', () => {
  const { nodes, ...draftWithoutNodes } = draft.document

  expect(
    recoverDraft(draft, [localDraft(2, 'gone', { nodes, ...draftWithoutNodes })], 'me', noTabs)
      .type,
  ).toBe('none')
})

test('local drafts are listed newest first without unreadable ones', () => {
  createLocalDrafts('agent', 'a').schedule({ revision: 1, document: localDocument })
  createLocalDrafts('other-agent', 'b').schedule({ revision: 1, document: localDocument })
  localStorage.setItem('lathe.draft.agent.c', '{"revision":1,"document":{"format":99}}')
  localStorage.setItem('lathe.draft.agent.d', 'not json')

  expect(listLocalDrafts('agent').map(({ tab }) => tab)).toEqual(['a'])
})
