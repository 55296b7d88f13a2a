import { afterEach, expect, test } from 'vitest'
import { focusOnCanvas } from './reveal.ts'

const nextFrame = () => new Promise(requestAnimationFrame)
const announceNothing = () => {}

afterEach(() => document.body.replaceChildren())

function createCard(id: string): HTMLElement {
  const card = Object.assign(document.createElement('div'), {
    className: 'react-flow__node',
    tabIndex: 0,
  })
  card.dataset['id'] = id
  return card
}

test('focuses a drawn card before the next key can arrive', () => {
  const card = createCard('answer')
  document.body.append(card)

  focusOnCanvas('node', 'answer', announceNothing)

  expect(document.activeElement).toBe(card)
})

test('focuses a card that is drawn some frames later', async () => {
  const card = createCard('answer')
  focusOnCanvas('node', 'answer', announceNothing)
  await nextFrame()

  document.body.append(card)

  await expect.poll(() => document.activeElement).toBe(card)
})

test('leaves the focus in a field that took it before the card was drawn', async () => {
  const field = document.createElement('input')
  document.body.append(field)
  focusOnCanvas('node', 'answer', announceNothing)
  field.focus()

  document.body.append(createCard('answer'))
  await nextFrame()
  await nextFrame()

  expect(document.activeElement).toBe(field)
})

test('announces a card that is never drawn', async () => {
  const announcements: string[] = []

  focusOnCanvas('node', 'answer', () => announcements.push('Answer'))

  await expect.poll(() => announcements).toEqual(['Answer'])
})
