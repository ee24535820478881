/** Real key presses and pointer moves, in the form that both protocols share: https://www.w3.org/TR/webdriver2/#actions */
export type Actions = readonly { type: 'key' | 'pointer'; id: string; actions: readonly object[] }[]

/** One window of one engine, 375 px wide unless it is resized, with cookies of its own. */
export interface Tab {
  /** Opens an address and waits until its page has loaded. */
  open(address: string): Promise<void>
  /** The value of a JavaScript expression in the page, which may be a promise; it must survive JSON. */
  run<T>(expression: string): Promise<T>
  perform(actions: Actions): Promise<void>
  resize(width: number, height: number): Promise<void>
  /** A PNG of what the window shows. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** A browser that isn't Chromium. */
export interface Engine {
  name: 'firefox' | 'webkit'
  start(): Promise<Tab>
}

/** A small phone. */
export const PHONE = { width: 375, height: 800 }
