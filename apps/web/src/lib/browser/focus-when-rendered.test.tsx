import { afterEach, beforeEach, expect, test } from 'vitest'
import { focusWhenRendered } from './focus-when-rendered.ts'

const drawn = () => new Promise(requestAnimationFrame)
const find = () => document.querySelector<HTMLElement>('[name="late"]')
const button = document.createElement('button')
const late = Object.assign(document.createElement('input'), { name: 'late' })

beforeEach(() => document.body.append(button))
afterEach(() => document.body.replaceChildren())

test('focuses an element that exists or appears later', async () => {
  document.body.append(late)
  focusWhenRendered(find)
  await expect.poll(() => document.activeElement).toBe(late)
  late.remove()

  focusWhenRendered(find)
  await drawn()
  expect(document.activeElement).not.toBe(late)
  button.after(late)

  await expect.poll(() => document.activeElement).toBe(late)
})

test('keeps the focus where the user moved it in the meantime', async () => {
  focusWhenRendered(find)
  await drawn()
  button.focus()
  document.body.append(late)
  await drawn()

  expect(document.activeElement).toBe(button)
})
