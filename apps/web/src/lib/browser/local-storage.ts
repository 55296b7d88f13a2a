import { createJSONStorage } from 'zustand/middleware'

/** Local storage that ignores a full quota: the state then lasts as long as the page. */
export const quotaSafeStorage = <State>() =>
  createJSONStorage<State>(() => ({
    getItem: (name) => localStorage.getItem(name),
    removeItem: (name) => localStorage.removeItem(name),
    setItem: (name, value) => {
      try {
        localStorage.setItem(name, value)
      } catch (error) {
        if (!(error instanceof DOMException)) throw error
      }
    },
  }))
