export const MOVING = "/admin/moving"
export const MOVING_OUT = "/admin/moving/out"
