import type { Core, CoreState, MountWindow, WindowHandle } from '../core.ts'

void ({} as { core: Core; state: CoreState; handle: WindowHandle; mount: MountWindow })
