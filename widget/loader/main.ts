import type { Core, CoreState, WindowHandle, MountWindow } from '../core.ts'

void ({} as { core: Core; state: CoreState; handle: WindowHandle; mount: MountWindow })
