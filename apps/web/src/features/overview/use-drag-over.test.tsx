import { act, fireEvent, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useDragOver } from './use-drag-over.ts'

function dragging() {
  const onZoom = vi.fn<(from: number, to: number) => void>()
  const onPick = vi.fn<(at: number) => void>()
  const { result } = renderHook(() => useDragOver({ onZoom, onPick }))
  const press = (at: number) => act(() => result.current.handlers.onMouseDown({ activeLabel: at }))
  const move = (at: number) => act(() => result.current.handlers.onMouseMove({ activeLabel: at }))
  const leave = () => act(() => result.current.handlers.onMouseLeave())
  return { result, onZoom, onPick, press, move, leave }
}

test('a drag that is let go past the edge zooms to what it went over', () => {
  const { result, onZoom, onPick, press, move, leave } = dragging()
  press(5)
  move(3)
  leave()
  // Moves are told late.
  move(2)
  expect(result.current.area).toEqual({ from: 2, to: 5 })

  fireEvent.mouseUp(document.body)
  expect(onZoom).toHaveBeenCalledExactlyOnceWith(2, 5)
  expect(result.current.area).toBeUndefined()

  fireEvent.mouseUp(document.body)
  expect(onZoom).toHaveBeenCalledOnce()
  expect(onPick).not.toHaveBeenCalled()
})

test('one that comes back is let go where it is', () => {
  const { result, onZoom, press, move, leave } = dragging()
  press(5)
  move(3)
  leave()
  act(() => result.current.handlers.onMouseEnter())
  move(4)
  act(() => result.current.handlers.onMouseUp())
  fireEvent.mouseUp(document.body)
  expect(onZoom).toHaveBeenCalledExactlyOnceWith(4, 5)
})

test('a press that is let go elsewhere picks nothing', () => {
  const { onZoom, onPick, press, leave } = dragging()
  press(5)
  leave()
  fireEvent.mouseUp(document.body)
  expect(onPick).not.toHaveBeenCalled()
  expect(onZoom).not.toHaveBeenCalled()
})
