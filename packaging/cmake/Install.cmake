# SPDX-License-Identifier: Apache-2.0
# What an installation holds, and the Debian package (cpack -G DEB).
include(GNUInstallDirs)

foreach(program algenta-console algentactl algenta-demo-engine)
    if(TARGET ${program})
        install(TARGETS ${program} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    else()
        message(WARNING "${program} is not part of this build and will not be installed")
    endif()
endforeach()

install(FILES packaging/desktop/org.algenta.console.desktop
        DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(FILES packaging/desktop/org.algenta.console.metainfo.xml
        DESTINATION ${CMAKE_INSTALL_DATADIR}/metainfo)
install(FILES packaging/icons/org.algenta.console.svg
        DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/algenta-operator-console)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME algenta-operator-console)
set(CPACK_PACKAGE_CONTACT "Algenta Operator Console contributors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION net)
# The linked libraries are found by dpkg-shlibdeps; what is loaded at run time is listed.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
file(STRINGS packaging/packages/run.txt run_packages REGEX "^[a-z]")
list(JOIN run_packages ", " CPACK_DEBIAN_PACKAGE_DEPENDS)
include(CPack)
