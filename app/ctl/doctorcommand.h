// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/ctl/command.h"
#include "app/ctl/engineaccess.h"
#include "core/engine/doctor.h"

#include <memory>

namespace algenta::ctl
{

/** `algentactl doctor URL`: looks at a connection step by step. */
class DoctorCommand : public Command
{
    Q_OBJECT

public:
    using Command::Command;

    [[nodiscard]] static CommandSpec spec();
    void start() override;

private:
    void print();

    QString m_origin;
    std::unique_ptr<engine::Doctor> m_doctor;
};

} // namespace algenta::ctl
