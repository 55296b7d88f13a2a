import { createJSONStorage } from 'zustand/middleware'

/** The browser's own storage; what it has no room for is kept as long as the page is. */
export const keptStorage = <State>() =>
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
