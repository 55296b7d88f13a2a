import { vi } from 'vitest'

/** Fakes the microphone and recorder that jsdom lacks. */
export function fakeMicrophone() {
  let isOn = true
  const track = {
    stop: () => {
      isOn = false
    },
  }
  const recorders: FakeRecorder[] = []
  let answer = (): Promise<unknown> => Promise.resolve({ getTracks: () => [track] })

  class FakeRecorder extends EventTarget {
    state = 'inactive'
    mimeType = 'audio/webm;codecs=opus'
    start() {
      this.state = 'recording'
      recorders.push(this)
    }
    stop() {
      this.state = 'inactive'
      const data = new Blob(['what was said'], { type: 'audio/webm' })
      this.dispatchEvent(Object.assign(new Event('dataavailable'), { data }))
      this.dispatchEvent(new Event('stop'))
    }
  }
  class FakeAudioContext {
    createAnalyser = () => ({
      fftSize: 0,
      getFloatTimeDomainData: (samples: Float32Array) => samples.fill(0.1),
    })
    createMediaStreamSource = () => ({ connect: () => {} })
    close = async () => {}
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('AudioContext', FakeAudioContext)
  Object.defineProperty(navigator, 'mediaDevices', {
    configurable: true,
    value: { getUserMedia: () => answer() },
  })
  return {
    isOn: () => isOn,
    /** Simulates unplugging the microphone. */
    unplug: () => recorders.at(-1)?.stop(),
    refuse: (name: string) => {
      answer = () => Promise.reject(new DOMException('no', name))
    },
    /** Keeps the permission pending until it is granted. */
    hold: () => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      answer = () => promise
      return () => resolve({ getTracks: () => [track] })
    },
    restore: () => {
      vi.unstubAllGlobals()
      Reflect.deleteProperty(navigator, 'mediaDevices')
    },
  }
}
