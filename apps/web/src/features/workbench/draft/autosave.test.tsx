import type { Draft, GraphDocument } from '@lathe/contract'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createDraft, graph } from '../testing.ts'
import { createAutosave } from './autosave.ts'
import { createLocalDrafts, listLocalDrafts, recoverDraft } from './local-drafts.ts'

const AGENT = 'agent-1'
const first = createDraft(graph())
const edited = (topic: string) => graph({ notes: [{ text: topic, at: [0, 0] }] })

type Send = (revision: number, document: GraphDocument) => Promise<Draft>

function setUp(send?: Send) {
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
    data: { theirs: serverDraft, base: first.document },
  })

beforeEach(() => vi.useFakeTimers())

describe('saving', () => {
  test('waits for a pause and sends the newest document once', async () => {
    const { autosave, sent, status } = setUp()
    autosave.change(edited('a'))
    autosave.change(edited('ab'))
    expect(status()).toBe('unsaved')

    await vi.advanceTimersByTimeAsync(1_000)

    expect(sent).toEqual([{ revision: 1, document: edited('ab') }])
    expect(autosave.state()).toMatchObject({ save: { status: 'saved' }, revision: 2 })
  })

  test('sends what changed meanwhile from the revision the first save gave', async () => {
    const answers: ((draft: Draft) => void)[] = []
    const { autosave, sent } = setUp(() => new Promise((resolve) => answers.push(resolve)))
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
    const { autosave, sent, status } = setUp()
    autosave.change(edited('a'))
    autosave.change(first.document)

    await vi.advanceTimersByTimeAsync(5_000)

    expect(sent).toEqual([])
    expect(status()).toBe('saved')
    expect(listLocalDrafts(AGENT)).toEqual([])
  })

  test('at once tells the revision that holds everything', async () => {
    const { autosave } = setUp()
    autosave.change(edited('a'))

    await expect(autosave.flush()).resolves.toBe(2)
    await expect(autosave.flush()).resolves.toBe(2)
  })
})

describe('a server that cannot be reached', () => {
  test('leaves the changes in this browser until it has them', async () => {
    let send: Send = offline
    const { autosave, status } = setUp((revision, document) => send(revision, document))
    autosave.change(edited('a'))
    await vi.advanceTimersByTimeAsync(1_000)
    expect(status()).toBe('unreachable')
    expect(listLocalDrafts(AGENT)).toMatchObject([{ revision: 1, document: edited('a') }])

    send = async (revision, document) => createDraft(document, revision + 1)
    await vi.advanceTimersByTimeAsync(5_000)

    expect(status()).toBe('saved')
    expect(listLocalDrafts(AGENT)).toEqual([])
  })

  test('fails a save that must succeed, with the reason', async () => {
    const { autosave } = setUp(offline)
    autosave.change(edited('a'))

    await expect(autosave.flush()).rejects.toThrow(/cannot be reached/)
  })

  test('is not asked again and again when it refuses the document', async () => {
    const refusal = Object.assign(new Error('Not valid'), { code: 'INVALID_INPUT' })
    const { autosave, sent, status } = setUp(() => Promise.reject(refusal))
    autosave.change(edited('a'))

    await vi.advanceTimersByTimeAsync(60_000)

    expect(status()).toBe('refused')
    expect(sent).toHaveLength(1)
  })
})

describe('what is kept in this browser', () => {
  const keptNow = () => listLocalDrafts(AGENT).map(({ document }) => document)

  test('is the first key at once, and those that follow it a moment later', async () => {
    const { autosave } = setUp(offline)
    autosave.change(edited('a'))
    expect(keptNow()).toEqual([edited('a')])

    autosave.change(edited('ab'))
    autosave.change(edited('abc'))
    expect(keptNow()).toEqual([edited('a')])
    await vi.advanceTimersByTimeAsync(250)

    expect(keptNow()).toEqual([edited('abc')])
  })

  test('is everything when the page is left', () => {
    const { autosave } = setUp(offline)
    autosave.change(edited('a'))
    autosave.change(edited('ab'))

    autosave.keepNow()

    expect(keptNow()).toEqual([edited('ab')])
  })
})

describe('a conflict', () => {
  const serverDraft = createDraft(edited('theirs'), 5)

  async function conflicted() {
    let isFirst = true
    const editor = setUp(async (revision, document) => {
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

  test('has both versions at hand and sends nothing by itself', async () => {
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

  test('settled for mine saves mine on top of theirs', async () => {
    const { autosave, sent, status } = await conflicted()

    await autosave.settle(edited('mine'))

    expect(sent.at(-1)).toEqual({ revision: 5, document: edited('mine') })
    expect(status()).toBe('saved')
  })

  test('settled the moment it is told holds no run up', async () => {
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

  test('settled for theirs goes on from their revision', async () => {
    const { autosave, sent } = await conflicted()

    autosave.adopt(serverDraft)
    autosave.change(edited('after'))
    await vi.advanceTimersByTimeAsync(1_000)

    expect(sent.at(-1)).toEqual({ revision: 5, document: edited('after') })
  })

  test('keeps a run from starting', async () => {
    const { autosave } = await conflicted()

    await expect(autosave.flush()).rejects.toThrow(/Choose what to keep/)
  })
})

const localDocument = graph({ notes: [{ text: 'mine', at: [0, 0] }] })
const draft = createDraft(graph(), 3)
const nobody = new Set<string>()
const localDraft = (revision: number, tab = 'gone', document = localDocument) => ({
  revision,
  document,
  tab,
  keptAt: 1,
})

test('changes on the newest revision are simply unsaved', () => {
  expect(recoverDraft(draft, [localDraft(3)], 'me', nobody)).toEqual({
    type: 'unsaved',
    document: localDocument,
    tab: 'gone',
  })
})

test('changes on an older revision are in conflict with the newer one', () => {
  expect(recoverDraft(draft, [localDraft(2)], 'me', nobody)).toMatchObject({
    type: 'conflict',
    revision: 2,
  })
})

test('changes of another open tab are its own business', () => {
  expect(recoverDraft(draft, [localDraft(3, 'other')], 'me', new Set(['other'])).type).toBe(
    'nothing',
  )
})

test('changes of this very tab before its reload are taken up', () => {
  expect(recoverDraft(draft, [localDraft(3, 'me')], 'me', new Set(['me'])).type).toBe('unsaved')
})

test('what the server has already needs no recovery', () => {
  expect(recoverDraft(draft, [localDraft(2, 'gone', draft.document)], 'me', nobody).type).toBe(
    'nothing',
  )
})

test('what the server has with its keys in another order needs no recovery either', () => {
  const { nodes, ...rest } = draft.document

  expect(recoverDraft(draft, [localDraft(2, 'gone', { nodes, ...rest })], 'me', nobody).type).toBe(
    'nothing',
  )
})

test('kept drafts are listed newest first, and unreadable ones skipped', () => {
  createLocalDrafts('agent', 'a').keep({ revision: 1, document: localDocument })
  createLocalDrafts('other-agent', 'b').keep({ revision: 1, document: localDocument })
  localStorage.setItem('lathe.draft.agent.c', '{"revision":1,"document":{"format":99}}')
  localStorage.setItem('lathe.draft.agent.d', 'not json')

  expect(listLocalDrafts('agent').map(({ tab }) => tab)).toEqual(['a'])
})
