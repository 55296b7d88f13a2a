import { expect, test } from 'vitest'
import { draftOf, graph } from '../testing.ts'
import { createKeptDrafts, listKeptDrafts } from './kept-drafts.ts'
import { recoverDraft } from './recover-draft.ts'

const mine = graph({ notes: [{ text: 'mine', at: [0, 0] }] })
const draft = draftOf(graph(), 3)
const nobody = new Set<string>()
const kept = (revision: number, tab = 'gone', document = mine) => ({
  revision,
  document,
  tab,
  keptAt: 1,
})

test('changes on the newest revision are simply unsaved', () => {
  expect(recoverDraft(draft, [kept(3)], 'me', nobody)).toEqual({
    type: 'unsaved',
    document: mine,
    tab: 'gone',
  })
})

test('changes on an older revision are in conflict with the newer one', () => {
  expect(recoverDraft(draft, [kept(2)], 'me', nobody)).toMatchObject({
    type: 'conflict',
    revision: 2,
  })
})

test('changes of another open tab are its own business', () => {
  expect(recoverDraft(draft, [kept(3, 'other')], 'me', new Set(['other'])).type).toBe('nothing')
})

test('changes of this very tab before its reload are taken up', () => {
  expect(recoverDraft(draft, [kept(3, 'me')], 'me', new Set(['me'])).type).toBe('unsaved')
})

test('what the server has already needs no recovery', () => {
  expect(recoverDraft(draft, [kept(2, 'gone', draft.document)], 'me', nobody).type).toBe('nothing')
})

test('what the server has with its keys in another order needs no recovery either', () => {
  const { nodes, ...rest } = draft.document

  expect(recoverDraft(draft, [kept(2, 'gone', { nodes, ...rest })], 'me', nobody).type).toBe(
    'nothing',
  )
})

test('kept drafts are listed newest first, and unreadable ones skipped', () => {
  createKeptDrafts('agent', 'a').keep({ revision: 1, document: mine })
  createKeptDrafts('other-agent', 'b').keep({ revision: 1, document: mine })
  localStorage.setItem('lathe.draft.agent.c', '{"revision":1,"document":{"format":99}}')
  localStorage.setItem('lathe.draft.agent.d', 'not json')

  expect(listKeptDrafts('agent').map(({ tab }) => tab)).toEqual(['a'])
})
